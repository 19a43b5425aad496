package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.hosts.Ceremony;
import dev.rctp.conformance.hosts.SoftwarePasskey;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.RawRequest;
import dev.rctp.conformance.world.Asked;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The seller's page of one approval, by what it calls (APR-8). */
public final class Page {

    private static final Duration CARRIED_OUT = Duration.ofSeconds(10);

    private final Trial trial;
    private final Asked asked;

    /** The page of what was asked. */
    public Page(Asked asked) {
        this.trial = asked.t();
        this.asked = asked;
    }

    /** The approval request that the agent got. */
    public JsonNode request() {
        return asked.answer().json();
    }

    /** The approval's id. */
    public String id() {
        return asked.approvalId();
    }

    /** How long the question still stands, and a moment more. */
    public Duration left() {
        return asked.left();
    }

    /** The page's address. */
    public String url() {
        return asked.url();
    }

    /** A look at it: fresh challenges. */
    public JsonNode view() {
        Answer seen = asked.page();
        trial.blockedUnless(seen.status() == 200, "GET " + url() + " is " + seen.status() + ".");
        return seen.json();
    }

    /** A look at it by a browser. */
    public Answer html() {
        RawRequest request = trial.world().target().plain("GET", URI.create(url()), null);
        return trial.exchange(request.with("Accept", "text/html"), "");
    }

    /** The form's post. */
    public Answer submit(JsonNode terms) {
        return asked.submitTerms(terms);
    }

    /** The form's post, which has to be taken: what can be signed now. */
    public JsonNode submitted(JsonNode terms) {
        Answer taken = submit(terms);
        trial.blockedUnless(taken.status() == 200, "POST " + url() + "/terms is " + taken.inShort() + ".");
        return taken.json();
    }

    /** What the seller's passkey makes of the challenge to this decision. */
    public ObjectNode signed(JsonNode view, String decision) {
        return passkey().assertion(challenge(view, decision));
    }

    /** The same with one change. */
    public ObjectNode signed(JsonNode view, String decision, UnaryOperator<Ceremony> change) {
        return passkey().assertion(challenge(view, decision), change);
    }

    /** The challenge to this decision; BLOCKED where the view has none. */
    public String challenge(JsonNode view, String decision) {
        String challenge = view.path("challenges").path(decision).asString("");
        trial.blockedUnless(!challenge.isEmpty(), "The page has no challenge to " + decision + ".");
        return challenge;
    }

    /** The object that the challenge to this decision is over. */
    public JsonNode details(String decision) {
        JsonNode details = view().path("details").path(decision);
        trial.blockedUnless(details.isObject(), "The page has no details to " + decision + ".");
        return details;
    }

    /** The seller's passkey. */
    public SoftwarePasskey passkey() {
        return asked.seller().passkey();
    }

    /** The seller's answer. */
    public Answer respond(String decision, JsonNode credential) {
        return asked.respond(decision, credential);
    }

    /** A response that is none, once, whatever the target's limits say. */
    public Answer respondNothing() {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("decision", "approve");
        body.putObject("credential");
        return trial.page("POST", asked.calls() + "/response", body);
    }

    /** The seller looks and answers, as they should. */
    public Answer answer(String decision) {
        return respond(decision, signed(view(), decision));
    }

    /** The seller looks and answers, with one change. */
    public Answer answer(String decision, UnaryOperator<Ceremony> change) {
        return respond(decision, signed(view(), decision, change));
    }

    /** The seller's answer, which has to be taken. */
    public void answered(String decision) {
        Answer taken = answer(decision);
        trial.blockedUnless(taken.status() == 200, "The seller's good answer is " + taken.inShort() + ".");
    }

    /** What the agent reads of it. */
    public Answer read(Agent agent) {
        return asked.status(agent);
    }

    /** Its status as the agent reads it; BLOCKED where it can't. */
    public JsonNode status(Agent agent) {
        Answer read = read(agent);
        trial.blockedUnless(read.status() == 200, "GET /approvals/{id} is " + read.inShort() + ".");
        return read.json();
    }

    /** The held call's result, once it is there. */
    public JsonNode result(Agent agent) {
        return trial.eventually("The approval has a result.", CARRIED_OUT, () -> {
            JsonNode result = status(agent).path("result");
            return result.isObject() ? result : null;
        });
    }

    /** Judges the answer to a response that must decide nothing (APR-3); {@code what} is the response. */
    public static void refused(Trial trial, Answer answer, String what) {
        trial.that(
                answer.status() == 422 && "approval_invalid".equals(answer.code()),
                "A response " + what + " decides nothing: 422 `approval_invalid` was expected, not "
                        + answer.inShort());
    }
}
