package dev.rctp.conformance.s12invariants;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.s04decision.Profile;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Scene;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** INV-2 to INV-4: silence, fixed forbids, and who approves. */
public final class Inv2 implements Section {

    private static final Duration MARGIN = Duration.ofSeconds(10);
    private static final Duration LOOKED_FOR = Duration.ofSeconds(2);

    @Override
    public void register(Suite suite) {
        suite.test("INV-2.1", Inv2::silenceIsNo);
        suite.test("INV-3.1", Inv2::noScopeIsPublished);
        suite.test("INV-3.2", Inv2::noScopeHelps);
        suite.test("INV-4.1", Inv2::agentsDontApprove);
    }

    private static Asked asked(Trial t) {
        Scene scene = t.scene();
        return scene.askBy("answer_buyer", scene.answerBuyer(scene.listing(), "It is still there."));
    }

    private static int answers(Trial t) {
        return t.world().marketplace().requests(t.scene().listing().id()).size();
    }

    private static void silenceIsNo(Trial t) {
        Asked asked = asked(t);
        int before = answers(t);
        Instant end = t.preparing(
                () -> t.said(asked.answer().at("expires_at"), "`expires_at`").instant());
        t.world().clock().advance(Duration.between(t.world().clock().now(), end).plus(MARGIN));
        Answer status = asked.status();
        t.that(
                t.awaited(LOOKED_FOR, () -> answers(t) > before ? true : null) == null,
                "What nobody answered never reaches the marketplace; its status is " + status.inShort());
    }

    private static void noScopeIsPublished(Trial t) {
        List<String> scopes = new ArrayList<>(Profile.scopes(t).propertyNames());
        JsonNode supported =
                t.page("GET", t.world().target().resourceMetadata(), null).at("scopes_supported");
        supported.forEach(scope -> scopes.add(scope.asString("")));
        for (String scope : scopes) {
            t.that(!scope.contains("sign_contract") && !scope.contains("account"), "No scope is named " + scope + ".");
        }
    }

    private static void noScopeHelps(Trial t) {
        Scene scene = t.scene();
        Grant grant = scene.grant(
                scene.sellerAgent(),
                Map.of(
                        "answer_buyer",
                        "auto",
                        "dev.rctp.deal:sign_contract",
                        "auto",
                        "dev.rctp.listing:account",
                        "auto"));
        t.control(scene.answerBuyer(scene.listing(), "Yes.").token(grant.token()));
        for (Call call : List.of(
                scene.calls()
                        .verb(
                                scene.sellerAgent(),
                                "deal.sign_contract",
                                "dea_aaaaaaaaaaaaaaaaaaaaaaaaaa",
                                Json.object()),
                scene.calls().verb(scene.sellerAgent(), "account.update", "", Json.object()))) {
            t.refused(t.send(call.token(grant.token())), 403, "action_forbidden");
        }
    }

    private static void agentsDontApprove(Trial t) {
        Asked asked = asked(t);
        int before = answers(t);
        ObjectNode bare = Json.object().put("decision", "approve");
        ObjectNode empty = bare.deepCopy();
        empty.putObject("credential");
        ObjectNode another = bare.deepCopy();
        another.set("credential", t.scene().stranger().passkey().assertion(asked.challenge(asked.page(), "approve")));
        String path = t.preparing(
                () -> t.said(asked.url(), "`approval_url`").address().getRawPath());
        for (ObjectNode body : List.of(bare, empty, another)) {
            Call answering = Call.of(asked.call().agent(), "POST", path + "/response")
                    .json(body)
                    .token(t.scene().grant().token());
            Answer answer = t.send(answering);
            t.that(
                    answer.status() >= 400,
                    "An answer without the seller's passkey is refused, not " + answer.inShort());
        }
        t.equal("pending", asked.status().textAt("status"), "The approval's status");
        t.equal(before, answers(t), "The calls that reached the marketplace");
    }
}
