package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.hosts.Ceremony;
import dev.rctp.conformance.hosts.SoftwarePasskey;
import dev.rctp.conformance.run.Said;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Seller;
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
    private final Seller seller;
    private final JsonNode request;

    /** The page of the approval request that the agent got. */
    public Page(Trial trial, Seller seller, JsonNode request) {
        this.trial = trial;
        this.seller = seller;
        this.request = request;
    }

    /** The approval request that the agent got. */
    public JsonNode request() {
        return request;
    }

    /** A member of the approval request. */
    public Said requested(String member) {
        return trial.said(request.path(member), "`" + member + "` of the approval request");
    }

    /** The approval's id. */
    public String id() {
        return request.path("approval_id").asString("");
    }

    /** The page's address. */
    public String url() {
        return trial.preparing(() -> requested("approval_url").address().toString());
    }

    /** What stands before the page's own calls: its address without a query. */
    private String calls() {
        return url().replaceFirst("\\?.*", "");
    }

    /** A look at it: fresh challenges. */
    public JsonNode view() {
        Answer seen = trial.page("GET", url(), null);
        trial.blockedUnless(seen.status() == 200, "GET " + url() + " is " + seen.status() + ".");
        return seen.json();
    }

    /** A look at it by a browser. */
    public Answer html() {
        return trial.exchange(trial.world().target().plain("GET", URI.create(url()), null).with("Accept", "text/html"), "");
    }

    /** The form's post. */
    public Answer submit(JsonNode terms) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.set("terms", terms);
        return trial.page("POST", calls() + "/terms", body);
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
        return seller.passkey();
    }

    /** The seller's answer. */
    public Answer respond(String decision, JsonNode credential) {
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("decision", decision);
        body.set("credential", credential);
        return trial.page("POST", calls() + "/response", body);
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
        return trial.send(Call.of(agent, "GET", "/approvals/" + id()));
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
