package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Verb;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Tier;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Judges a governed call and does what its tier says (DEC-1, DEC-4). */
final class Desk {

    private final Parts parts;
    private final Function<Verb, Function<Case, Plan>> rules;
    private final Approvals approvals;
    private final Carrier carrier;

    Desk(Parts parts, Function<Verb, Function<Case, Plan>> rules, Approvals approvals, Carrier carrier) {
        this.parts = parts;
        this.rules = rules;
        this.approvals = approvals;
        this.carrier = carrier;
    }

    /** What comes of a call that has just come; with the state locked. */
    CompletableFuture<Outcome> judge(Admitted call) {
        Case judged = new Case(call, parts.now(), null, parts);
        try {
            Plan plan = rules.apply(call.verb()).apply(judged);
            if (call.tier() == Tier.FORBID) {
                throw judged.refuse(Reason.ACTION_FORBIDDEN, "The seller's permission forbids this.");
            }
            if (call.tier() == Tier.ASK) {
                return CompletableFuture.completedFuture(approvals.ask(plan));
            }
            return carrier.carry(plan);
        } catch (Refusal refusal) {
            return CompletableFuture.completedFuture(refused(judged, refusal));
        }
    }

    /** What comes of a call whose seller said yes (APR-6); with the state locked. */
    CompletableFuture<Outcome> judgeAgain(Approval approval) {
        Case judged = new Case(approval.call, parts.now(), approval, parts);
        try {
            Plan plan = rules.apply(approval.call.verb()).apply(judged);
            boolean same = plan.about.path("listing_hash").equals(approval.about.path("listing_hash"));
            if (!same && !parts.broken(Fault.CHANGED_LISTING_APPROVED)) {
                throw judged.refuse(Reason.APPROVAL_INVALID, "The listing is not any more what was approved.");
            }
            return carrier.carry(plan);
        } catch (Refusal refusal) {
            return CompletableFuture.completedFuture(refused(judged, refusal));
        }
    }

    /** Records a refusal where it belongs, with a receipt (REC-1). */
    Outcome refused(Case judged, Refusal refusal) {
        Place place = refusal.place();
        if (place == null || parts.broken(Fault.REFUSAL_NOT_RECORDED)) {
            return refusal.answer();
        }
        ObjectNode body = judged.entry()
                .put("decision", "forbid")
                .put("reason", refusal.answer().reason().code());
        body.setAll(refusal.answer().detail());
        body.setAll(judged.tried);
        ObjectNode open = Json.object();
        if (parts.broken(Fault.REASON_IN_THE_CLEAR)) {
            open.put("why", refusal.answer().reason().code());
        }
        boolean forOne =
                !place.subject().type().equals("listing") || !place.reader().equals(place.side());
        return refusal.answer()
                .receipt(
                        forOne
                                ? parts.ledger()
                                        .confide(place.subject(), "refused", open, place.side(), place.reader(), body)
                                : parts.ledger().append(place.subject(), "refused", body));
    }

    /** The error that a result has for a refusal (DEC-3). */
    static ObjectNode error(Outcome.Refused refused, @Nullable String action) {
        ObjectNode error = Json.object().put("code", refused.reason().code()).put("content", refused.content());
        if (action != null) {
            error.put("action", action);
        }
        error.set("detail", refused.detail());
        return error;
    }
}
