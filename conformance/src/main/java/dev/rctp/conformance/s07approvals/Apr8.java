package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Json;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import tools.jackson.databind.JsonNode;

/** APR-8: what the page calls. */
public final class Apr8 implements Section {

    private static final int MANY_POSTS = 400;
    private static final int POSTS_AT_ONCE = 20;
    private static final Duration LONG_ENOUGH = Duration.ofMinutes(1);

    @Override
    public void register(Suite suite) {
        suite.test("APR-8.1", Apr8::approval);
        suite.test("APR-8.2", Apr8::rpId);
        suite.test("APR-8.3", Apr8::credentials);
        suite.test("APR-8.4", Apr8::challenges);
        suite.test("APR-8.5", Apr8::declineAtOnce);
        suite.test("APR-8.6", Apr8::approveAfterTerms);
        suite.test("APR-8.7", Apr8::form);
        suite.test("APR-8.8", Apr8::terms);
        suite.test("APR-8.9", Apr8::response);
        suite.test("APR-8.17", Apr8::limited);
    }

    private static void approval(Trial t) {
        Page page = new Asking(t).ask();
        t.equal(page.request(), page.view().path("approval"), "`approval` of the page");
    }

    private static void rpId(Trial t) {
        JsonNode view = new Asking(t).ask().view();
        t.equal(t.world().target().plan().rpId(), view.path("rp_id").asString(""), "`rp_id` of the page");
    }

    private static void credentials(Trial t) {
        Page page = new Asking(t).ask();
        List<String> ids = page.view()
                .path("allow_credentials")
                .valueStream()
                .map(credential -> credential.isString()
                        ? credential.asString("")
                        : credential.path("id").asString(""))
                .toList();
        t.equal(List.of(page.passkey().credentialId()), ids, "ids in `allow_credentials` of the page");
    }

    private static void challenges(Trial t) {
        JsonNode view = new Asking(t).ask().view();
        for (String decision : List.of("approve", "decline")) {
            t.that(view.path("details").path(decision).isObject(), "`details` of the page has `" + decision + "`.");
            t.that(
                    view.path("challenges").path(decision).asString("").matches("[A-Za-z0-9_-]{43}"),
                    "`challenges` of the page has `" + decision + "`, 32 octets in base64url.");
        }
    }

    private static void declineAtOnce(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> t.that(
                asking.ask(call).view().path("challenges").path("decline").isString(),
                "The page of a listing's approval has a challenge to decline before any terms."));
    }

    private static void approveAfterTerms(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> {
            JsonNode view = asking.ask(call).view();
            t.that(
                    !view.path("challenges").has("approve")
                            && !view.path("details").has("approve"),
                    "The page of a listing's approval has nothing to approve before any terms.");
        });
    }

    private static void form(Trial t) {
        Asking asking = new Asking(t);
        PrivateAmount floor = PrivateAmount.random(t);
        asking.eachWithForm(call -> {
            JsonNode form =
                    asking.ask(Asking.edited(call, floor::propose)).view().path("form");
            t.that(
                    Shows.text(form, text -> text.startsWith("goods.small")),
                    "The form has the term set; it is " + form + ".");
            t.that(
                    new Amount(floor.amount(), "EUR").isIn(form),
                    "The form has the floor that the agent proposed; it is " + form + ".");
        });
    }

    private static void terms(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> {
            Answer taken = asking.ask(call)
                    .submit(Json.terms(
                            PrivateAmount.random(t).amount(), t.world().clock().now()));
            t.equal(200, taken.status(), "status of the form's answer");
            for (String member : List.of("terms_commitment", "details/approve", "challenges/approve")) {
                t.that(!taken.at(member).isMissingNode(), "The form's answer has `" + member.replace('/', '.') + "`.");
            }
        });
    }

    private static void response(Trial t) {
        for (String decision : List.of("approve", "decline")) {
            Page page = new Asking(t).ask();
            Answer answer = page.answer(decision);
            t.equal(200, answer.status(), "status of the answer to a good response");
            t.equal(page.id(), answer.textAt("approval_id"), "`approval_id` of the answer to a good response");
            t.equal(
                    decision.equals("approve") ? "approved" : "declined",
                    answer.textAt("status"),
                    "`status` of the answer to a good response");
        }
    }

    private static void limited(Trial t) throws InterruptedException {
        Page page = new Asking(t).ask();
        List<Supplier<Answer>> some = Collections.nCopies(POSTS_AT_ONCE, page::respondNothing);
        long end = System.nanoTime() + LONG_ENOUGH.toNanos();
        for (int sent = 0; sent < MANY_POSTS; sent += POSTS_AT_ONCE) {
            t.blockedUnless(
                    System.nanoTime() < end,
                    "The target takes too long for its posts to be many, " + sent + " in " + LONG_ENOUGH.toSeconds()
                            + " s.");
            if (AtOnce.all(some).stream().anyMatch(answer -> answer.status() == 429)) {
                return;
            }
        }
        t.that(false, "One of " + MANY_POSTS + " posts to one approval's page within a minute is 429.");
    }
}
