package dev.rctp.gateway.enforce;

import dev.rctp.attest.deal.EventVerdict;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.grant.GrantRefused;
import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.registries.Checkpoint;
import dev.rctp.registries.Reason;
import dev.rctp.terms.TermFault;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The refusals of sections 2 to 4, each with its one reason. */
final class Refusals {

    private Refusals() {}

    static Decision.Forbid of(@Nullable String action, Unauthenticated unknown) {
        Decision.Forbid refusal = Decision.Forbid.of(action, unknown.reason(), unknown.sentence());
        if (unknown.cause() != null) {
            refusal = refusal.cause(unknown.cause());
        }
        return unknown.reason() == Reason.GRANT_INVALID
                ? refusal.challenge(new BearerChallenge.TokenInvalid())
                : refusal;
    }

    static Decision.Forbid of(@Nullable String action, GrantRefused refused) {
        Decision.Forbid refusal = Decision.Forbid.of(action, refused.reason(), refused.sentence());
        if (refused.reason() != Reason.GRANT_INVALID) {
            return refusal;
        }
        return refusal.challenge(
                refused.tokenPresented() ? new BearerChallenge.TokenInvalid() : new BearerChallenge.TokenMissing());
    }

    static Decision.Forbid outOfScope(String action, String scope) {
        return Decision.Forbid.of(action, Reason.ACTION_FORBIDDEN, "The seller's grant does not cover this verb.")
                .challenge(new BearerChallenge.InsufficientScope(scope));
    }

    static Decision.Forbid idempotencyKey(String action) {
        return Decision.Forbid.of(
                action, Reason.REQUEST_INVALID, "The call needs an Idempotency-Key of 22 to 255 visible characters.");
    }

    static Decision.Forbid notInScope(@Nullable String action) {
        return Decision.Forbid.of(action, Reason.NOT_IN_SCOPE, "What the call names is not yours to act on.");
    }

    /** For its own seller's agent, which may know that it is there (LST-6). */
    static Decision.Forbid withoutTerms(String action) {
        return Decision.Forbid.of(
                action, Reason.NOT_IN_SCOPE, "The listing has no terms that its seller has approved.");
    }

    static Decision.Forbid fixed(String action) {
        return Decision.Forbid.of(
                action, Reason.ACTION_FORBIDDEN, "No agent may do this, whatever anyone has allowed it.");
    }

    static Decision.Forbid tier(String action) {
        return Decision.Forbid.of(action, Reason.ACTION_FORBIDDEN, "The seller has forbidden this verb.");
    }

    static Decision.Forbid body(String action, Bodies.Judged.Invalid invalid) {
        return Decision.Forbid.of(action, Reason.REQUEST_INVALID, invalid.sentence())
                .detail(invalid.detail());
    }

    static Decision.Forbid closed(String action) {
        return Decision.Forbid.of(action, Reason.LISTING_CLOSED, "The listing is sold, withdrawn or past its end.");
    }

    static Decision.Forbid reserved(String action) {
        return Decision.Forbid.of(action, Reason.LISTING_RESERVED, "An accepted offer holds the listing.");
    }

    static Decision.Forbid notEligible(String action) {
        return Decision.Forbid.of(
                action,
                Reason.COUNTERPARTY_NOT_ELIGIBLE,
                "The company that runs the agent does not meet the listing's counterparty_requirements.");
    }

    /** With a member of {@code detail} for each fault. */
    static Decision.Forbid terms(String action, List<TermFault> faults) {
        Map<String, String> detail = new LinkedHashMap<>();
        faults.forEach(fault -> detail.put(fault.term(), fault.message()));
        return Decision.Forbid.of(action, Reason.TERMS_INVALID, "What is proposed is not within the listing's terms.")
                .detail(detail);
    }

    /** The marketplace uses other term sets (LST-1). */
    static Decision.Forbid termSet(String action) {
        return Decision.Forbid.of(action, Reason.TERMS_INVALID, "The term set is not one that this marketplace uses.")
                .detail(Map.of("term_set", "is not one that this marketplace uses"));
    }

    static Decision.Forbid offerExpired(String action) {
        return Decision.Forbid.of(action, Reason.OFFER_EXPIRED, "The offer's time is over.");
    }

    static Decision.Forbid offerNotOpen(String action) {
        return Decision.Forbid.of(
                action, Reason.OFFER_NOT_OPEN, "Only a buyer's open offer can be countered or accepted.");
    }

    static Decision.Forbid budget(String action) {
        return Decision.Forbid.of(
                action, Reason.OFFER_BUDGET_EXCEEDED, "No more prices are taken from here for this listing for now.");
    }

    static Decision.Forbid belowFloor(String action) {
        return Decision.Forbid.of(action, Reason.BELOW_FLOOR, "The price is below what the seller takes.");
    }

    static Decision.Forbid checkout(String action) {
        return Decision.Forbid.of(
                action, Reason.CHECKOUT_INVALID, "The checkout is not one that this agent can redeem now.");
    }

    /** With what is wrong, in words that quote nothing of it (EVT-1). */
    static Decision.Forbid event(String action, EventVerdict.Refused refused) {
        return Decision.Forbid.of(action, Reason.REQUEST_INVALID, refused.sentence())
                .detail(refused.detail());
    }

    /** For a party to the deal alone: whose such an event is (EVT-3). */
    static Decision.Forbid notYours(String action, List<Checkpoint.Writer> writers) {
        String whose = writers.stream().map(Refusals::words).collect(Collectors.joining(", or "));
        return Decision.Forbid.of(action, Reason.NOT_IN_SCOPE, "Events of this type are reported by " + whose + ".");
    }

    /** For a party to the deal alone: the first of a role to write on a deal has it there (EVT-3). */
    static Decision.Forbid roleTaken(String action) {
        return Decision.Forbid.of(
                action, Reason.NOT_IN_SCOPE, "Another agent has the role on this deal that reports such events.");
    }

    private static String words(Checkpoint.Writer writer) {
        String who = switch (writer.role()) {
            case BUYER -> "the buyer's agent that opened the deal";
            case SELLER -> "an agent of the seller's";
            case HOLDER -> "the holder of funds";
            case CARRIER -> "a carrier";
            case MARKETPLACE -> "the marketplace";
        };
        return writer.relation() == null
                ? who
                : who + " with relation " + writer.relation().name().toLowerCase(Locale.ROOT);
    }

    static Decision.Forbid otherEvent(String action) {
        return Decision.Forbid.of(
                action,
                Reason.IDEMPOTENCY_CONFLICT,
                "The event's jti, or its source_event_id, stands for another event of this deal.");
    }

    static Decision.Forbid unmet(String action, List<String> unmet) {
        return Decision.Forbid.of(action, Reason.RELEASE_CONDITION_UNMET, "The event lacks what detail.unmet names.")
                .unmet(unmet);
    }

    static Decision.Forbid enoughEvents(String action) {
        return Decision.Forbid.of(
                        action,
                        Reason.ENFORCEMENT_UNAVAILABLE,
                        "This party has reported enough of what the deal does not hang on.")
                .cause(Decision.Forbid.LIMIT); // for good: no Retry-After
    }

    static Decision.Forbid shipBy(String action) {
        return Decision.Forbid.of(action, Reason.REQUEST_INVALID, "What is promised for ship_by is past.")
                .detail(Map.of("/ship_by", "must not be past"));
    }

    static Decision.Forbid noCommitment(String action) {
        return Decision.Forbid.of(
                action,
                Reason.OFFER_NOT_OPEN,
                "Shipping can be promised once, on a deal that is neither over nor lapsed.");
    }

    static Decision.Forbid limit(@Nullable String action, Admission.Refused over) {
        String sentence = "The request was refused: " + over.sentence() + " from this operator's agents.";
        return Decision.Forbid.of(action, Reason.ENFORCEMENT_UNAVAILABLE, sentence)
                .cause(Decision.Forbid.LIMIT)
                .retryAfter(Duration.ofSeconds(1));
    }

    /** Nothing is decided, so nothing is kept: the same call may pass a moment later. */
    static Decision.Forbid inMotion(String action) {
        return Decision.Forbid.of(
                        action,
                        Reason.ENFORCEMENT_UNAVAILABLE,
                        "Another price for the listing waits for the marketplace's answer.")
                .cause("in_progress")
                .retryAfter(Duration.ofSeconds(1));
    }

    static Decision.Forbid closing(String action) {
        return Decision.Forbid.of(
                        action,
                        Reason.OPERATOR_UNKNOWN,
                        "The operator is being off-boarded and may only finish its deals.")
                .cause("closing");
    }

    static Decision.Forbid waiting(String action) {
        return Decision.Forbid.of(
                        action,
                        Reason.ENFORCEMENT_UNAVAILABLE,
                        "The seller is asked about this already, or about too much by this agent.")
                .cause(Decision.Forbid.LIMIT)
                .retryAfter(Duration.ofSeconds(60));
    }

    static Decision.Forbid undecided(String action) {
        return Decision.Forbid.of(
                        action, Reason.ENFORCEMENT_UNAVAILABLE, "The call could not be decided and has failed.")
                .cause("failed"); // for good: no Retry-After
    }

    static Decision.Forbid notYet(@Nullable String action) {
        return Decision.Forbid.unavailable(action, "This gateway does not decide such calls yet.");
    }

    /** An approved call is with the marketplace, and ends with its answer. */
    static Decision.Forbid begun(String action) {
        return Decision.Forbid.unavailable(action, "The marketplace has not answered yet.")
                .cause("in_progress");
    }

    static Decision.Forbid conflict(String action, Prior known) {
        Decision.Forbid conflict = Decision.Forbid.of(
                action, Reason.IDEMPOTENCY_CONFLICT, "The Idempotency-Key was used for another call.");
        return switch (known) {
            case Prior.InProgress running ->
                Decision.Forbid.of(
                                action,
                                Reason.IDEMPOTENCY_CONFLICT,
                                "The first call with this Idempotency-Key is still running.")
                        .cause("in_progress")
                        .retryAfter(Duration.ofSeconds(1));
            case Prior.Expired expired ->
                Decision.Forbid.of(
                                action,
                                Reason.IDEMPOTENCY_CONFLICT,
                                "The call was answered before and its answer is no longer kept.")
                        .cause("expired");
            case Prior.Other _ -> conflict;
            case Prior.Answered _ -> conflict;
            case Prior.Unused _ -> conflict;
        };
    }
}
