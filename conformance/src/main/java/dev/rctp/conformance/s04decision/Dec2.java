package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.msgsig.fields.BareItem;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.StringItem;
import dev.rctp.msgsig.fields.TokenItem;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** DEC-2: the {@code RCTP-Decision} field. */
public final class Dec2 implements Section {

    private static final String FIELD = "RCTP-Decision";
    // rounded either way, and clocks 2 s apart (section 1)
    private static final long ROUNDED = 5;

    private static final Set<String> TOKENS = Set.of("auto", "ask", "forbid");

    @Override
    public void register(Suite suite) {
        suite.test("DEC-2.1", Dec2::onEveryAnswer);
        suite.test(
                "DEC-2.2",
                t -> t.equal(new TokenItem("ask"), item(t, Some.asked(t)).value(), "`RCTP-Decision`"));
        suite.test("DEC-2.3", Dec2::oneItem);
        suite.test("DEC-2.4", Dec2::autoIsBare);
        suite.test("DEC-2.5", Dec2::approvalId);
        suite.test("DEC-2.6", Dec2::expiresIn);
        suite.test(
                "DEC-2.7",
                t -> t.equal(new TokenItem("deny"), parameter(t, Some.asked(t), "on_timeout"), "`on_timeout`"));
        suite.test("DEC-2.8", Dec2::reason);
        suite.test("DEC-2.9", Dec2::action);
    }

    private static Map<String, Answer> every(Trial t) {
        Map<String, Answer> all = new LinkedHashMap<>(Some.refusals(t));
        all.put("An accepted call", accepted(t));
        return all;
    }

    private static Answer accepted(Trial t) {
        Answer answer = t.send(Some.answering(t));
        t.blockedUnless(answer.status() == 200, "The call was to be carried out, not " + answer.inShort());
        return answer;
    }

    private static void onEveryAnswer(Trial t) {
        every(t).forEach((which, answer) -> t.that(
                answer.headers(FIELD).size() == 1,
                which + " is answered with one `RCTP-Decision`: " + answer.inShort()));
    }

    private static void oneItem(Trial t) {
        every(t).forEach((which, answer) -> {
            BareItem value = item(t, answer).value();
            t.that(
                    value instanceof TokenItem(String token) && TOKENS.contains(token),
                    which + " has `auto`, `ask` or `forbid` as a Token, not " + answer.header(FIELD) + ".");
        });
    }

    private static Item item(Trial t, Answer answer) {
        List<String> lines = answer.headers(FIELD);
        try {
            return Item.parse(String.join(", ", lines));
        } catch (MalformedFieldException e) {
            t.that(false, "`RCTP-Decision` is one RFC 9651 Item, not " + lines + ".");
            throw new IllegalStateException(e);
        }
    }

    private static @Nullable BareItem parameter(Trial t, Answer answer, String name) {
        return item(t, answer).parameters().get(name);
    }

    private static void autoIsBare(Trial t) {
        Answer answer = accepted(t);
        t.equal("auto", answer.header(FIELD), "`RCTP-Decision`");
    }

    private static void approvalId(Trial t) {
        Answer asked = Some.asked(t);
        String id = t.said(asked.at("approval_id"), "`approval_id` of the body").name();
        t.that(
                parameter(t, asked, "approval_id") instanceof StringItem(String told) && told.equals(id),
                "`approval_id` was to be the String " + id + ", not " + asked.header(FIELD) + ".");
    }

    private static void expiresIn(Trial t) {
        Answer asked = Some.asked(t);
        Instant end = t.said(asked.at("expires_at"), "`expires_at`").instant();
        Instant sent = asked.exchange().at();
        long most = Duration.between(sent, end).toSeconds() + ROUNDED;
        long least = Duration.between(sent.plus(asked.duration()), end).toSeconds() - ROUNDED;
        t.that(
                parameter(t, asked, "expires_in") instanceof IntegerItem(long said) && said >= least && said <= most,
                "`expires_in` is the seconds until `expires_at`, " + least + " to " + most + ", not "
                        + asked.header(FIELD) + ".");
    }

    private static void reason(Trial t) {
        Some.refusals(t)
                .forEach((which, answer) -> t.that(
                        parameter(t, answer, "reason") instanceof TokenItem,
                        which + " has `reason` as a Token, not " + answer.header(FIELD) + "."));
    }

    private static void action(Trial t) {
        Map<String, Answer> refusals = Some.refusals(t);
        Map.of("A tier `forbid`", "listing.answer_buyer", "A price below the floor", "offer.create")
                .forEach((which, verb) ->
                        t.equal(new StringItem(verb), parameter(t, Some.of(t, refusals, which), "action"), "`action`"));
    }
}
