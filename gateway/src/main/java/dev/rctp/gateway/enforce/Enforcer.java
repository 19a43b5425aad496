package dev.rctp.gateway.enforce;

import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.gateway.limits.OperatorLimits;
import dev.rctp.gateway.limits.Visit;
import dev.rctp.grant.Grant;
import dev.rctp.grant.GrantRefused;
import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.msgsig.VerifiedAgent;
import dev.rctp.registries.Action;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Schemas;
import dev.rctp.registries.Side;
import dev.rctp.registries.Tier;
import dev.rctp.terms.PublicListing;
import java.time.InstantSource;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides governed calls, records what it decided, and has carried out what it allowed (DEC-1 to DEC-7). */
public final class Enforcer {

    private static final Logger LOG = LoggerFactory.getLogger(Enforcer.class);

    private final GrantSource grants;
    private final CallStore calls;
    private final Bodies bodies;
    private final FactSource facts;
    private final Boundary boundary;
    private final OperatorLimits limits;
    private final Carrier carrier;
    private final IdSource ids;
    private final InstantSource clock;

    /** Joins the parts; none of them knows another. */
    public Enforcer(
            GrantSource grants,
            CallStore calls,
            Schemas schemas,
            FactSource facts,
            Boundary boundary,
            OperatorLimits limits,
            Carrier carrier,
            IdSource ids,
            InstantSource clock) {
        this.grants = grants;
        this.calls = calls;
        this.bodies = new Bodies(schemas);
        this.facts = facts;
        this.boundary = boundary;
        this.limits = limits;
        this.carrier = carrier;
        this.ids = ids;
        this.clock = clock;
    }

    /** The decision on a call, recorded; what can't be decided is refused (DEC-5). */
    public Outcome decide(Operation call) throws InterruptedException {
        try {
            return judge(call);
        } catch (GrantUndecidedException | LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError()
                    .addKeyValue("request_id", call.origin().requestId())
                    .setCause(e)
                    .log("a call could not be decided");
            return boundary.refuse(
                    call, Decision.Forbid.unavailable(call.action().name(), "The call can't be decided now."));
        }
    }

    /** The order of the checks (DEC-1): the first that fails decides, and no later one runs. */
    private Outcome judge(Operation call)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        String verb = call.action().name();

        // signature, operator
        final Caller caller;
        switch (call.credentials().authenticate()) {
            case Unauthenticated unknown -> {
                return boundary.refuse(call, Refusals.of(verb, unknown));
            }
            case VerifiedAgent agent -> caller = new Caller.Agent(agent);
        }

        // the operator's limits, before anything that costs more
        return switch (limits.call(caller.group())) {
            case Admission.Refused over -> boundary.refuse(call, Refusals.limit(verb, over));
            case Visit visit -> {
                try (visit) {
                    yield judge(call, caller);
                }
            }
        };
    }

    private Outcome judge(Operation call, Caller caller)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        Action action = call.action();
        String verb = action.name();

        // Idempotency-Key
        String idempotencyKey = call.idempotencyKey();
        if (idempotencyKey == null || !CallKey.wellFormed(idempotencyKey)) {
            return boundary.refuse(call, Refusals.idempotencyKey(verb));
        }
        CallKey key = new CallKey(caller.group() + " " + caller.key(), verb, idempotencyKey);

        // grant, on the seller's side
        if (action.side() != Side.SELLER) {
            return boundary.refuse(call, Refusals.notYet(verb));
        }
        final Grant grant;
        switch (grants.check(call.credentials().authorization(), caller.key())) {
            case GrantRefused refused -> {
                return boundary.refuse(call, Refusals.of(verb, refused));
            }
            case Grant granted -> grant = granted;
        }
        if (action.scope() != null && !grant.covers(action.scope())) {
            return boundary.refuse(call, Refusals.outOfScope(verb, action.scope()));
        }
        GrantedCall granted = new GrantedCall(call, caller, grant, key);

        Facts known = facts.of(key, granted.fingerprint(), call.subjectIds(), grant);
        Optional<PublicListing> named = known.listing();

        // replay
        switch (known.prior()) {
            case Prior.Unused _ -> {}
            case Prior used -> {
                return repeated(granted, named, used);
            }
        }

        // the fixed forbids end here, subject and body unread (DEC-4)
        if (action.fixed() && action.defaultTier() == Tier.FORBID) {
            return refuse(granted, Optional.empty(), Refusals.fixed(verb));
        }
        if (!bodies.know(verb)) {
            return turnAway(granted, named, Refusals.notYet(verb));
        }

        // body
        switch (bodies.judge(verb, call.payload())) {
            case Bodies.Judged.Invalid invalid -> {
                return refuse(granted, named, Refusals.body(verb, invalid.sentence()));
            }
            case Bodies.Judged.Valid _ -> {}
        }

        // subject
        if (named.isEmpty()) {
            return refuse(granted, named, Refusals.notInScope(verb));
        }

        // listing
        PublicListing listing = named.get();
        if (!listing.hasApprovedTerms()) {
            return refuse(granted, named, Refusals.notInScope(verb));
        }
        if (listing.isClosedAt(clock.instant())) {
            return refuse(granted, named, Refusals.closed(verb));
        }

        // tier
        return switch (TierRule.of(action, grant)) {
            case AUTO -> accept(granted, listing);
            case ASK -> turnAway(granted, named, Refusals.notYet(verb));
            case FORBID -> refuse(granted, named, Refusals.tier(verb));
        };
    }

    private Outcome accept(GrantedCall call, PublicListing listing)
            throws LedgerUnavailableException, InterruptedException {
        Intent intent = new Intent(
                ids.next("int_"), call.key(), subject(listing), Forwarding.of(call, listing), clock.instant());
        String fingerprint = call.fingerprint();
        if (!calls.begin(intent, fingerprint, Entries.accepted(call, listing, intent), carrier.lease())) {
            return repeated(call, Optional.of(listing), calls.find(call.key(), fingerprint));
        }
        Decision decision = carrier.carryOut(intent);
        return decision instanceof Decision.Forbid undecided && undecided.receipt() == null
                ? Outcome.fresh(calls.record(Entries.refused(call, subject(listing), undecided), undecided))
                : Outcome.fresh(decision);
    }

    /** Refuses and keeps the refusal for repeats; it stands in the seller's listing's chain, or else in the perimeter's. */
    private Outcome refuse(GrantedCall call, Optional<PublicListing> listing, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException {
        Optional<EntryDraft> entry = listing.map(l -> Entries.refused(call, subject(l), refusal));
        String fingerprint = call.fingerprint();
        Optional<Decision.Forbid> kept = calls.refuse(call.key(), fingerprint, refusal, entry);
        if (kept.isEmpty()) {
            return repeated(call, listing, calls.find(call.key(), fingerprint));
        }
        return entry.isPresent() ? Outcome.fresh(kept.get()) : boundary.refuse(call.operation(), kept.get());
    }

    /** Refuses without a word about the Idempotency-Key: the same call may be decided otherwise later. */
    private Outcome turnAway(GrantedCall call, Optional<PublicListing> listing, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException {
        return listing.isPresent()
                ? Outcome.fresh(calls.record(Entries.refused(call, subject(listing.get()), refusal), refusal))
                : boundary.refuse(call.operation(), refusal);
    }

    private Outcome repeated(GrantedCall call, Optional<PublicListing> listing, Prior known)
            throws LedgerUnavailableException, InterruptedException {
        return known instanceof Prior.Answered answered
                ? new Outcome(answered.decision(), true)
                : turnAway(call, listing, Refusals.conflict(call.key().action(), known));
    }

    private static Subject subject(PublicListing listing) {
        return new Subject("listing", listing.id().value());
    }
}
