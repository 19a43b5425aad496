package dev.rctp.attest.verify;

import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Unjudged;
import dev.rctp.attest.verify.RecordReport.Want;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What sellers were asked along a chain: each question once, and one answer to it at most, in time (APR-4, APR-7, REC-4). */
final class Questions {

    /** What an answer's entry repeats of its question's, where none but the seller's side reads it. */
    private static final List<String> REPEATED = List.of("action", "expires_at");

    /** What the entry of a call that went out repeats of its question's. */
    private static final List<String> CARRIED_OUT =
            List.of("action", "caller", "agent_id", "operator", "seller", "payload_digest");

    /** What of it is confided, for it is about a person: an opening that was erased leaves a commitment that nothing can be held against. */
    private static final Set<String> PERSONAL = Set.of("seller", "payload_digest");

    /** Where an entry commits to what it does not say. */
    private static final String CONFIDED = "confided";

    /** What entries say of a listing's terms (LST-4). */
    private static final String COMMITMENT = "terms_commitment";

    /** The verbs whose seller approves terms (LST-3). */
    private static final Set<String> OF_TERMS = Set.of("listing.create", "listing.set_terms");

    private final Map<String, JsonNode> asked = new HashMap<>();
    private final Map<String, End> ends = new HashMap<>();
    private final Map<String, JsonNode> approved = new HashMap<>();
    private final Set<String> carriedOut = new HashSet<>();
    private final List<Unjudged> unjudged = new ArrayList<>();
    private int checked;

    /** Whether the seller's side was told something that is not open here: who may read the answer's evidence may read its question (REC-6). */
    private boolean hidden;

    /** How a question ended. */
    private enum End {
        ANSWERED("a second answer to its question"),
        OVER("an answer to a question that had ended");

        private final String sentence;

        End(String sentence) {
            this.sentence = sentence;
        }
    }

    /**
     * Takes the next entry.
     *
     * @param confided what the entry confides, opened; null where it is not
     * @param part whether the chain's beginning is not here, where the question may stand
     */
    void step(JsonNode entry, @Nullable JsonNode confided, boolean part) throws Fault {
        JsonNode body = entry.path("body");
        switch (entry.path("kind").asString("")) {
            case "decided" -> decided(told(body, confided), body, part);
            case "approved", "declined" -> answer(entry, confided, part);
            case "approval_expired", "approval_ended" -> ends.putIfAbsent(approval(body), End.OVER);
            default -> {
                // asks nothing and answers nothing
            }
        }
    }

    /** The body that asks what this entry answers; null where none is here, or open. */
    @Nullable
    JsonNode of(JsonNode answer) {
        return asked.get(answer.path("body").path("approval").asString(""));
    }

    /** What became of the answers passed, if each opened one's signature was good. */
    Answers answers() {
        return new Answers(checked, unjudged);
    }

    /** All that a body says, what it confides included where that is open; null where it says nothing else. */
    private static @Nullable JsonNode told(JsonNode body, @Nullable JsonNode confided) throws Fault {
        if (confided == null) {
            return body.has(CONFIDED) && !body.has("decision") ? null : body;
        }
        Fault.unless(confided instanceof ObjectNode, "something confided that is no object");
        ObjectNode told = ((ObjectNode) confided.deepCopy()).setAll((ObjectNode) body);
        told.remove(CONFIDED);
        return told;
    }

    /** Whether it keeps something to itself that is not open here. */
    static boolean isClosed(JsonNode told) {
        return told.has(CONFIDED);
    }

    private void decided(@Nullable JsonNode said, JsonNode body, boolean part) throws Fault {
        if (said == null) {
            hidden |= body.path("side").asString("").equals("seller");
        } else if (said.path("decision").asString("").equals("auto")) {
            carriedOut(said, part);
        } else if (said.path("decision").asString("").equals("ask")) {
            String approval = approval(said);
            Fault.unless(
                    !ends.containsKey(approval) && asked.putIfAbsent(approval, said) == null,
                    "a question whose approval stands in the chain before it");
        }
    }

    /** What a seller was asked about goes out after their yes, once, as it was asked (APR-6). */
    private void carriedOut(JsonNode body, boolean part) throws Fault {
        if (!body.has("approval")) {
            Fault.unless(!ofTerms(body) || !body.has(COMMITMENT), "terms of a listing that no seller approved");
            return;
        }
        String approval = approval(body);
        JsonNode yes = approved.get(approval);
        Fault.unless(part || yes != null, "a call that its seller was asked about and did not approve");
        Fault.unless(carriedOut.add(approval), "a second call by one approval");
        JsonNode question = asked.get(approval);
        if (question != null) {
            asAsked(body, question);
        }
        if (yes != null) {
            asApproved(body, yes);
        }
    }

    /** The terms that go out with a listing are those that were signed (LST-3, LST-4). */
    private static void asApproved(JsonNode body, JsonNode yes) throws Fault {
        if (yes.has("action")) {
            same(body, "action", yes, "action");
        }
        if (ofTerms(body)) {
            same(body, COMMITMENT, yes, COMMITMENT);
        }
    }

    private static void asAsked(JsonNode body, JsonNode question) throws Fault {
        boolean closed = isClosed(body) || isClosed(question);
        for (String member : CARRIED_OUT) {
            boolean untold = closed && PERSONAL.contains(member);
            Fault.unless(
                    untold || question.path(member).equals(body.path(member)), "another call than its seller approved");
        }
        JsonNode offer = body.path("offer");
        Fault.unless(
                !question.has("deal_terms")
                        || offer.isMissingNode()
                        || offer.path("deal_terms").equals(question.path("deal_terms")),
                "another call than its seller approved");
        if (body.has("listing_id")) {
            same(body, "listing_id", question, "listing_id");
        }
        if (body.has("list_price")) {
            same(body, "list_price", question, "price");
        }
    }

    private static boolean ofTerms(JsonNode body) {
        return OF_TERMS.contains(body.path("action").asString(""));
    }

    private static void same(JsonNode body, String member, JsonNode signed, String name) throws Fault {
        Fault.unless(body.path(member).equals(signed.path(name)), "another " + member + " than its seller approved");
    }

    private void answer(JsonNode entry, @Nullable JsonNode evidence, boolean part) throws Fault {
        JsonNode body = entry.path("body");
        End end = ends.putIfAbsent(approval(body), End.ANSWERED);
        if (end != null) {
            throw new Fault(end.sentence);
        }
        if (entry.path("kind").asString("").equals("approved")) {
            approved.put(approval(body), body);
        }
        JsonNode question = of(entry);
        inTime(entry, evidence, question);
        if (question == null) {
            Fault.unless(part || (hidden && evidence == null), "an answer to a question that is not in the chain");
            unjudged(entry, evidence != null ? Want.QUESTION : Want.QUESTION_AND_SIGNATURE);
            return;
        }
        if (evidence != null && isClosed(question)) {
            unjudged(entry, Want.QUESTION);
        } else if (evidence != null) {
            checked++;
        } else {
            unjudged(entry, Want.SIGNATURE);
        }
        for (String member : REPEATED) {
            Fault.unless(
                    !body.has(member) || body.path(member).equals(question.path(member)),
                    "an answer with another " + member + " than its question");
        }
    }

    /** An answer is of a time before its question's end, as far as that is open here; it is the same wherever it is (APR-4). */
    private static void inTime(JsonNode entry, @Nullable JsonNode evidence, @Nullable JsonNode question) throws Fault {
        JsonNode signed = evidence == null ? null : evidence.path("details");
        for (JsonNode open : Arrays.asList(entry.path("body"), signed, question)) {
            if (open != null && open.has("expires_at")) {
                Fault.unless(
                        time(entry, "at").isBefore(time(open, "expires_at")),
                        "an answer after the end of its question");
            }
        }
    }

    private void unjudged(JsonNode entry, Want want) {
        unjudged.add(new Unjudged(entry.path("seq").longValue(), want));
    }

    private static String approval(JsonNode body) throws Fault {
        String approval = body.path("approval").asString("");
        Fault.unless(!approval.isEmpty(), "a question, or its end, without approval");
        return approval;
    }

    private static Instant time(JsonNode object, String member) throws Fault {
        try {
            return Instant.parse(object.path(member).asString(""));
        } catch (DateTimeParseException e) {
            throw new Fault("an answer whose " + member + " is no time");
        }
    }
}
