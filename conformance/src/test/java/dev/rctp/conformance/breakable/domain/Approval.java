package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A question to a seller, with the call that waits for the answer (APR-1). */
final class Approval {

    /** What the passkey may sign: the object that a challenge is the digest of (APR-3). */
    record Challenge(
            String decision, ObjectNode details, @Nullable Terms terms) {}

    final String id;
    final Admitted call;
    final Place place;
    final @Nullable Listing listing;
    final @Nullable Offer offer;
    final ObjectNode about;
    final ObjectNode display;
    final Instant expiresAt;
    final boolean form;
    final @Nullable JsonNode proposed;

    /** The challenges that were given and not used, by their text. */
    final Map<String, Challenge> challenges = new LinkedHashMap<>();

    /** The challenges to approve of the newest forms. */
    final Deque<String> submissions = new ArrayDeque<>();

    /** The terms that the passkey signed. */
    @Nullable
    Terms terms;

    @Nullable
    JsonNode lastSubmitted;

    @Nullable
    Instant decidedAt;

    @Nullable
    ObjectNode result;

    private String written = "pending";

    Approval(String id, Plan plan, Place place, Instant expiresAt) {
        this.id = id;
        this.call = plan.judged.call;
        this.place = place;
        this.listing = plan.listing;
        this.offer = plan.offer;
        this.about = plan.about;
        this.display = plan.display;
        this.expiresAt = expiresAt;
        this.form = plan.form;
        this.proposed = plan.proposed;
    }

    String action() {
        return Objects.requireNonNull(call.verb().action());
    }

    /** Whether nobody has answered yet; its time may be over. */
    boolean waits() {
        return written.equals("pending");
    }

    /** Whether its time is over without an answer (APR-4). */
    boolean silent(Instant now) {
        return waits() && !now.isBefore(expiresAt);
    }

    /** {@code pending}, {@code approved}, {@code declined} or {@code expired}. */
    String status(Instant now) {
        return silent(now) ? "expired" : written;
    }

    /** Ends the question. */
    void end(String status, Instant at) {
        written = status;
        decidedAt = at;
    }

    /** How the record names it: not by what is its page's address. */
    String digest() {
        return Sha256.text(id.getBytes(StandardCharsets.US_ASCII));
    }

    /** Schema {@code approval-request}. */
    ObjectNode request(String origin) {
        ObjectNode request = Json.object().put("approval_id", id).put("action", action());
        request.set("display", display);
        return request.put("approval_url", origin + "/approve/" + id)
                .put("expires_at", expiresAt.toString())
                .put("on_timeout", "deny")
                .put("level", "hosted_embedded");
    }

    /** Schema {@code approval-status}. */
    ObjectNode shown(Instant now) {
        ObjectNode shown =
                Json.object().put("approval_id", id).put("action", action()).put("status", status(now));
        Instant at = silent(now) ? expiresAt : decidedAt;
        if (at != null) {
            shown.put("decided_at", at.toString());
        }
        ObjectNode known = result;
        if (known != null) {
            shown.set("result", known);
        }
        return shown;
    }

    /** What the passkey signs for that decision (APR-3). */
    ObjectNode details(String decision, @Nullable Terms withTerms, String nonce) {
        ObjectNode details = Json.object()
                .put("type", "dev.rctp.approval")
                .put("approval_id", id)
                .put("action", action())
                .put("agent_id", call.seller().agentId())
                .put("agent_jkt", call.caller().jkt())
                .put("operator", call.caller().profile())
                .put("seller", call.seller().sub());
        details.setAll(about);
        if (withTerms != null) {
            details.put("terms_commitment", withTerms.commitment());
        }
        return details.put("request_digest", Sha256.text(call.request().body()))
                .put("display_digest", Json.digest(display))
                .put("decision", decision)
                .put("expires_at", expiresAt.toString())
                .put("nonce", nonce);
    }
}
