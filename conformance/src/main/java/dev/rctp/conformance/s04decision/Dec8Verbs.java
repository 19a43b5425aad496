package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Offer;
import dev.rctp.conformance.world.Scene;
import dev.rctp.registries.Action;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** The table of verbs in section 4: scopes and tiers. */
public final class Dec8Verbs implements Section {

    private static final Map<String, String> NOT_ASKED =
            Map.of("dev.rctp.listing:answer_buyer", "auto", "dev.rctp.deal:commit_to_ship", "auto");
    private static final Set<String> ALL = Set.of("auto", "ask", "forbid");

    @Override
    public void register(Suite suite) {
        suite.test("DEC-8.1", t -> needs(t, "dev.rctp.listing:create", "ask", Scene::createListing));
        suite.test("DEC-8.2", t -> needs(t, "dev.rctp.listing:set_terms", "ask", s -> s.setTerms(s.listing())));
        suite.test(
                "DEC-8.3",
                t -> needs(t, "dev.rctp.listing:reprice", "auto", s -> s.reprice(s.listing(), Scene.LIST_PRICE - 1)));
        suite.test(
                "DEC-8.4",
                t -> needs(t, "dev.rctp.listing:answer_buyer", "auto", s -> s.answerBuyer(s.listing(), "Yes.")));
        suite.test("DEC-8.5", t -> {
            Offer offer = t.scene().offered();
            needs(t, "dev.rctp.deal:offer_counter", "auto", s -> s.counter(offer, Scene.LIST_PRICE));
        });
        suite.test("DEC-8.6", t -> {
            Offer offer = t.scene().offered();
            needs(t, "dev.rctp.deal:offer_accept", "auto", s -> s.accept(offer));
        });
        suite.test("DEC-8.7", t -> needs(t, "dev.rctp.deal:commit_to_ship", "auto", s -> s.commit(s.deal())));
        suite.test(
                "DEC-8.8",
                t -> t.accepted(
                        t.send(t.scene().offer(t.scene().buyer(), t.scene().listing(), Scene.LIST_PRICE)), 201));
        suite.test("DEC-8.9", Dec8Verbs::dealOpens);
        suite.test(
                "DEC-8.10",
                t -> t.accepted(
                        t.send(t.scene().event(t.scene().holder(), t.scene().deal(), "funds_held", c -> c)), 201));
        suite.test("DEC-8.11", Dec8Verbs::defaultTiers);
        suite.test("DEC-8.12", Dec8Verbs::allowedTiers);
    }

    private static void needs(Trial t, String scope, String tier, Function<Scene, Call> making) {
        Scene scene = t.scene();
        Call call = making.apply(scene);
        Map<String, String> others = new HashMap<>(scene.everything());
        others.remove(scope);
        t.refused(t.send(call.token(scene.grant(scene.sellerAgent(), others).token())), 403, "action_forbidden");
        Answer alone = t.send(call.token(Some.granted(t, scope, tier).token()));
        t.that(
                alone.status() / 100 == 2,
                "Under a grant of `" + scope + "` alone the call is decided, not " + alone.inShort());
    }

    private static void dealOpens(Trial t) {
        Scene scene = t.scene();
        Offer accepted = scene.accepted(scene.offered());
        t.accepted(t.send(scene.openDeal(accepted.buyer(), scene.checkout(accepted))), 201);
    }

    private static void defaultTiers(Trial t) {
        JsonNode all = Profile.scopes(t);
        for (String scope : scopes(t, all)) {
            t.equal(
                    NOT_ASKED.getOrDefault(scope, "ask"),
                    all.path(scope).path("default_tier").asString("none"),
                    "The default tier of `" + scope + "`");
        }
    }

    private static void allowedTiers(Trial t) {
        JsonNode all = Profile.scopes(t);
        for (String scope : scopes(t, all)) {
            Set<String> allowed = all.path(scope)
                    .path("allowed_tiers")
                    .valueStream()
                    .map(tier -> tier.asString(""))
                    .collect(Collectors.toSet());
            t.that(
                    expected(scope).contains(allowed),
                    "`allowed_tiers` of `" + scope + "` was not to be " + allowed + ".");
        }
    }

    private static List<Set<String>> expected(String scope) {
        return switch (scope) {
            case "dev.rctp.listing:create" -> List.of(Set.of("ask"), Set.of("ask", "auto"));
            case "dev.rctp.listing:set_terms" -> List.of(Set.of("ask"));
            case "dev.rctp.deal:disclose_passport", "dev.rctp.deal:accept_deposit" -> List.of(Set.of("ask", "forbid"));
            default -> List.of(ALL);
        };
    }

    /** Those of verbs with a route, and what else of the table is published. */
    private static List<String> scopes(Trial t, JsonNode published) {
        return t.world().registries().actions().all().stream()
                .filter(action -> action.path() != null || published.has(action.scope()))
                .map(Action::scope)
                .filter(scope -> scope != null)
                .toList();
    }
}
