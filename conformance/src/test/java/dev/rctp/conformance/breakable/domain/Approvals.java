package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Decision;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Receipt;
import dev.rctp.conformance.breakable.call.Verb;
import dev.rctp.conformance.breakable.domain.record.Subject;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Questions to sellers: asking, ending, and what the asking agent reads (APR-1, APR-2, APR-4). */
final class Approvals {

    private static final Duration PATIENCE = Duration.ofMinutes(15);
    private static final int MOST_WAITING = 20;

    private final Parts parts;
    private final Notices notices;

    Approvals(Parts parts, Notices notices) {
        this.parts = parts;
        this.notices = notices;
    }

    /** Holds the call and asks its seller; with the state locked. */
    Outcome ask(Plan plan) {
        limits(plan);
        Case judged = plan.judged;
        String id = parts.ids().fresh("apr_");
        Place place = plan.listing == null ? new Place(Subject.listing(id), "seller", "seller") : plan.place;
        describe(plan);
        Approval approval = new Approval(id, plan, place, end(plan));
        parts.state().approvals.put(id, approval);
        Receipt receipt = record(approval);
        Offer offer = plan.offer;
        if (offer != null && judged.call.verb() == Verb.OFFER_ACCEPT) {
            offer.asked = approval;
            notices.toBuyer(offer, "offer.updated", offer.id, "awaiting_approval");
        }
        ObjectNode request = approval.request(parts.config().origin());
        notices.asked(approval, Json.text(request, "approval_url"));
        if (parts.broken(Fault.APPROVAL_URL_WITH_QUERY)) {
            request.put("approval_url", Json.text(request, "approval_url") + "?from=agent");
        }
        return new Outcome.Answered(new Decision.Ask(id, approval.expiresAt), 202, request, receipt);
    }

    private void describe(Plan plan) {
        Case judged = plan.judged;
        ObjectNode said = plan.display.deepCopy();
        plan.display.removeAll();
        plan.display.put("action", judged.call.verb().action()).setAll(said);
        plan.display
                .put("agent_id", judged.call.seller().agentId())
                .put("agent_jkt", judged.jkt())
                .put("operator", judged.call.caller().name())
                .put("profile", judged.call.caller().profile());
        if (parts.broken(Fault.PAGE_WITHOUT_AMOUNT)) {
            plan.display.remove(List.of("price", "list_price", "deal_terms"));
        }
        if (plan.proposed != null && parts.broken(Fault.PROPOSAL_IN_DISPLAY)) {
            plan.display.set("proposed", plan.proposed);
        }
    }

    private Instant end(Plan plan) {
        Instant end = plan.judged.now.plus(PATIENCE);
        Offer offer = plan.offer;
        if (offer == null || parts.broken(Fault.APPROVAL_OUTLIVES_ITS_OFFER)) {
            return end;
        }
        return end.isAfter(offer.expiresAt) ? offer.expiresAt : end;
    }

    private void limits(Plan plan) {
        Admitted call = plan.judged.call;
        Instant now = plan.judged.now;
        List<Approval> waiting = parts.state().approvals.values().stream()
                .filter(a -> a.status(now).equals("pending"))
                .filter(a -> a.call.caller().jkt().equals(call.caller().jkt()))
                .filter(a -> a.call.seller().sub().equals(call.seller().sub()))
                .toList();
        boolean asked = plan.listing != null
                && waiting.stream()
                        .anyMatch(a ->
                                a.call.verb() == call.verb() && a.listing == plan.listing && a.offer == plan.offer);
        boolean repeats = asked && !parts.broken(Fault.SAME_QUESTION_TWICE);
        if (repeats || (waiting.size() >= MOST_WAITING && !parts.broken(Fault.QUESTIONS_WITHOUT_LIMIT))) {
            ObjectNode detail = Json.object().put("cause", "limit");
            throw plan.judged.refuse(new Outcome.Refused(
                    Reason.ENFORCEMENT_UNAVAILABLE,
                    429,
                    "The seller is asked about enough already.",
                    detail,
                    Duration.ofSeconds(60),
                    null));
        }
    }

    private Receipt record(Approval approval) {
        ObjectNode body = new Case(approval.call, parts.now(), null, parts)
                .entry()
                .put("decision", "ask")
                .put("approval", approval.digest())
                .put("agent_id", approval.call.seller().agentId())
                .put("expires_at", approval.expiresAt.toString())
                .put("request_digest", Sha256.text(approval.call.request().body()))
                .put("display_digest", Json.digest(approval.display));
        body.setAll(approval.about);
        return write(approval, "decided", body, Json.object());
    }

    /** In a negotiation's chain what a seller is asked is the seller's side's to read (REC-6). */
    Receipt write(Approval approval, String kind, ObjectNode body, ObjectNode open) {
        Place place = approval.place;
        if (place.subject().type().equals("listing")) {
            return parts.ledger().append(place.subject(), kind, body);
        }
        return parts.ledger()
                .confide(place.subject(), kind, open.put("approval", approval.digest()), "seller", "seller", body);
    }

    /** {@code GET /approvals/{id}?wait=}; with the state locked. */
    Outcome read(Admitted call, long waitSeconds) {
        Approval approval = parts.state().approvals.get(call.param("approval_id"));
        boolean asked = approval != null
                && approval.call.caller().jkt().equals(call.caller().jkt())
                && approval.call.caller().profile().equals(call.caller().profile());
        if (approval == null || !asked) {
            throw Case.stranger();
        }
        await(approval, waitSeconds);
        silence(approval);
        return new Outcome.Answered(null, 200, approval.shown(parts.now()), null);
    }

    private void await(Approval approval, long waitSeconds) {
        String before = approval.status(parts.now());
        try {
            parts.state()
                    .await(
                            () -> !parts.broken(Fault.WAITING_READ_SLEEPS)
                                    && (approval.result != null
                                            || !approval.status(parts.now()).equals(before)),
                            Duration.ofSeconds(waitSeconds));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Ends the question if its time is over: silence is a no (APR-4, INV-2). */
    void silence(Approval approval) {
        Instant now = parts.now();
        if (!approval.silent(now)) {
            return;
        }
        approval.end("expired", approval.expiresAt);
        approval.result = refusedResult(approval, declined());
        write(approval, "approval_expired", body(approval), Json.object());
        endOffer(approval);
        notices.toAsker(approval, "approval.decided", "expired");
    }

    /** The seller said no. */
    void decline(Approval approval) {
        approval.end("declined", parts.now());
        approval.result = refusedResult(approval, declined());
        endOffer(approval);
        notices.toAsker(approval, "approval.decided", "declined");
    }

    /** Ends what waits for a seller's word on a listing that isn't any more what it was (LST-7). */
    void changed(Listing listing) {
        for (Approval approval : parts.state().approvals.values()) {
            boolean about =
                    approval.listing == listing && approval.status(parts.now()).equals("pending");
            Verb verb = approval.call.verb();
            boolean ends = verb == Verb.LISTING_SET_TERMS || verb == Verb.LISTING_REPRICE;
            boolean same = Json.text(approval.about, "listing_hash").equals(listing.hash()) && !listing.withdrawn;
            if (about && ends && !same && !parts.broken(Fault.CHANGED_LISTING_STILL_ASKED)) {
                approval.end("declined", parts.now());
                approval.result = refusedResult(
                        approval,
                        Outcome.Refused.of(
                                Reason.APPROVAL_INVALID, "The listing is not any more what was asked about."));
                write(approval, "approval_ended", body(approval), Json.object());
                notices.toAsker(approval, "approval.decided", "declined");
            }
        }
    }

    private void endOffer(Approval approval) {
        Offer offer = approval.offer;
        if (offer != null && offer.asked == approval) {
            offer.asked = null;
            offer.written = approval.expiresAt.isBefore(offer.expiresAt)
                            || !approval.status(parts.now()).equals("expired")
                    ? "declined"
                    : "expired";
            notices.toBuyer(offer, "offer.updated", offer.id, offer.written);
        }
    }

    private static Outcome.Refused declined() {
        return Outcome.Refused.of(Reason.APPROVAL_DECLINED, "The seller said no, or did not answer in time.");
    }

    private static ObjectNode body(Approval approval) {
        return Json.object().put("action", approval.action()).put("approval", approval.digest());
    }

    /** What the held call came to (APR-8). */
    ObjectNode result(Approval approval, Outcome outcome) {
        return switch (outcome) {
            case Outcome.Refused refused -> refusedResult(approval, refused);
            case Outcome.Answered answered -> {
                ObjectNode result =
                        Json.object().put("status", answered.status()).put("decision", "auto");
                result.set("body", Objects.requireNonNullElse(answered.body(), Json.object()));
                yield result;
            }
            case Outcome.Pending pending -> refusedResult(approval, pending.now());
        };
    }

    private static ObjectNode refusedResult(Approval approval, Outcome.Refused refused) {
        @Nullable String action = approval.call.verb().action();
        ObjectNode result = Json.object()
                .put("status", refused.status())
                .put(
                        "decision",
                        "forbid;action=\"" + action + "\";reason="
                                + refused.reason().code());
        result.set("body", Desk.error(refused, action));
        return result;
    }
}
