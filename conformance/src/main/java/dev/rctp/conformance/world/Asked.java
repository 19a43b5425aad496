package dev.rctp.conformance.world;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.time.Duration;
import java.time.Instant;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A call that waits for its seller (section 7).
 *
 * @param call what was asked
 * @param answer the 202
 */
public record Asked(Trial t, Seller seller, Call call, Answer answer) {

    private static final Duration CARRIED_OUT_WITHIN = Duration.ofSeconds(10);

    /** The approval's id. */
    public String approvalId() {
        return answer.at("approval_id").asString("");
    }

    /** Where the seller's page is; the test is blocked where that is no address. */
    public String url() {
        return t.preparing(() ->
                        t.said(answer.at("approval_url"), "`approval_url`").address())
                .toString();
    }

    /** Looks at the page (APR-8), again where the target's limits leave no room; not judged. */
    public Answer page() {
        return t.scene().patiently(() -> t.page("GET", url(), null));
    }

    /** Sends the seller's form; not judged. */
    public Answer submitTerms(JsonNode terms) {
        ObjectNode body = Json.object();
        body.set("terms", terms);
        return posts("/terms", body);
    }

    /** Sends an answer to the question: this decision, this AuthenticationResponseJSON; not judged. */
    public Answer respond(String decision, JsonNode credential) {
        ObjectNode body = Json.object().put("decision", decision);
        body.set("credential", credential);
        return posts("/response", body);
    }

    private Answer posts(String call, JsonNode body) {
        return t.scene().patiently(() -> t.page("POST", calls() + call, body));
    }

    /** What stands before the page's own calls: its address alone. */
    public String calls() {
        return url().replaceFirst("[?#].*", "");
    }

    /** A challenge to approve or decline, of a page view or of a submission's answer. */
    public String challenge(Answer view, String decision) {
        return t.needed(view.textAt("challenges/" + decision), "No challenge to " + decision + ": " + view.inShort());
    }

    /** The seller declines with their passkey, on a fresh view of the page; not judged. */
    public Answer decline() {
        return respond("decline", seller.passkey().assertion(challenge(page(), "decline")));
    }

    /** The seller approves what has no form; not judged. */
    public Answer approve() {
        return respond("approve", seller.passkey().assertion(challenge(page(), "approve")));
    }

    /** The seller sends these terms and approves; not judged. */
    public Answer approve(JsonNode terms) {
        Answer submitted = submitTerms(terms);
        return respond("approve", seller.passkey().assertion(challenge(submitted, "approve")));
    }

    /** How long the question still stands, and a moment more; the test is blocked where the target doesn't tell, or it is over a day. */
    public Duration left() {
        Instant end = t.preparing(() -> t.said(answer.at("expires_at"), "`expires_at` of the approval request")
                .instant());
        Duration left = Duration.between(t.world().clock().now(), end).plusSeconds(2);
        t.blockedUnless(
                left.isPositive() && left.compareTo(Duration.ofDays(1)) < 0,
                "The approval's end can't be waited for, " + end + ".");
        return left;
    }

    /** What the asking agent is told (APR-2). */
    public Answer status() {
        return status(call.agent());
    }

    /** What an agent is told. */
    public Answer status(Agent agent) {
        String id = approvalId();
        t.blockedUnless(id.matches("[A-Za-z0-9._~-]{1,128}"), "The approval has no id that can be read by: " + id);
        return t.send(Call.of(agent, "GET", "/approvals/" + id));
    }

    /** What the held call answered once it was carried out; where it isn't within 10 s the test is blocked. */
    public JsonNode result() {
        JsonNode result = t.awaited(CARRIED_OUT_WITHIN, () -> {
            JsonNode found = status().at("result");
            return found.isObject() ? found : null;
        });
        return t.needed(result, "The approved call was not carried out.");
    }
}
