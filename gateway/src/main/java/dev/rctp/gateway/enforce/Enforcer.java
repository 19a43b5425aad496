package dev.rctp.gateway.enforce;

import dev.rctp.approval.HeldCall;
import dev.rctp.approval.Question;
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
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.negotiation.Beginning;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides governed calls, records what it decided, and has carried out what it allowed (DEC-1 to DEC-7). */
public final class Enforcer {

    private static final Logger LOG = LoggerFactory.getLogger(Enforcer.class);

    /** How often a call is judged anew because another moved first. */
    private static final int MOST_ROUNDS = 50;

    private final GrantSource grants;
    private final CallStore calls;
    private final Bodies bodies;
    private final FactSource facts;
    private final Boundary boundary;
    private final OperatorLimits limits;
    private final Carrier carrier;
    private final ApprovalRules approvals;
    private final HeldCalls held;
    private final VerbCases cases;
    private final Standing standing;
    private final Entries entries;
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
            ApprovalRules approvals,
            HeldCalls held,
            NegotiationRules rules,
            ListingIdFolding listingIds,
            InstantSource clock) {
        this.grants = grants;
        this.calls = calls;
        this.bodies = new Bodies(schemas);
        this.facts = facts;
        this.boundary = boundary;
        this.limits = limits;
        this.carrier = carrier;
        this.approvals = approvals;
        this.held = held;
        this.cases = new VerbCases(rules, listingIds);
        this.standing = rules.standing();
        this.entries = new Entries(rules.random());
        this.ids = rules.ids();
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
    private Outcome judge(Operation operation)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        String verb = operation.action().name();

        // signature, operator
        final Caller caller;
        switch (operation.credentials().authenticate()) {
            case Unauthenticated unknown -> {
                return boundary.refuse(operation, Refusals.of(verb, unknown));
            }
            case VerifiedAgent agent -> caller = new Caller.Agent(agent);
        }

        // an operator that may only finish its deals begins nothing (OPR-6)
        if (!Standing.FINISHES_DEALS.contains(verb) && !standing.mayTrade(caller.group())) {
            return boundary.refuse(operation, Refusals.closing(verb));
        }

        // the operator's limits, before anything that costs more
        return switch (limits.call(caller.group())) {
            case Admission.Refused over -> boundary.refuse(operation, Refusals.limit(verb, over));
            case Visit visit -> {
                try (visit) {
                    yield judge(operation, caller);
                }
            }
        };
    }

    private Outcome judge(Operation operation, Caller caller)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        Action action = operation.action();
        String verb = action.name();

        // Idempotency-Key
        String idempotencyKey = operation.idempotencyKey();
        if (idempotencyKey == null || !CallKey.wellFormed(idempotencyKey)) {
            return boundary.refuse(operation, Refusals.idempotencyKey(verb));
        }
        CallKey key = CallKey.of(caller, operation, idempotencyKey);

        // grant: always on the seller's side, and wherever a party of a deal brings one
        final AdmittedCall call;
        boolean brings = operation.credentials().authorization() != null;
        if (action.side() == Side.BUYER) {
            call = new BuyerCall(operation, caller, key);
        } else if (action.side() == Side.PARTY && !brings) {
            call = PartyCall.of(operation, caller, standing.roles(caller.group()), null, key);
        } else {
            final Grant grant;
            switch (grants.check(operation.credentials().authorization(), caller.key())) {
                case GrantRefused refused -> {
                    return boundary.refuse(operation, Refusals.of(verb, refused));
                }
                case Grant granted -> grant = granted;
            }
            if (action.scope() != null && !grant.covers(action.scope())) {
                return boundary.refuse(operation, Refusals.outOfScope(verb, action.scope()));
            }
            call = action.side() == Side.PARTY
                    ? PartyCall.of(operation, caller, standing.roles(caller.group()), grant, key)
                    : new GrantedCall(operation, caller, grant, key, null);
        }
        return untilSettled(call);
    }

    /** A call that was overtaken, by an offer on the same listing say, is judged anew by what is now so. */
    private Outcome untilSettled(AdmittedCall call) throws LedgerUnavailableException, InterruptedException {
        for (int round = 0; round < MOST_ROUNDS; round++) {
            Optional<Outcome> outcome = judge(call);
            if (outcome.isPresent()) {
                return outcome.get();
            }
        }
        String verb = call.operation().action().name();
        return boundary.refuse(
                call.operation(), Decision.Forbid.unavailable(verb, "Too much is going on at once there."));
    }

    /** The order goes on for a call whose caller and grant are known; empty where it was overtaken. */
    private Optional<Outcome> judge(AdmittedCall admitted) throws LedgerUnavailableException, InterruptedException {
        Operation operation = admitted.operation();
        Action action = operation.action();
        String verb = action.name();

        boolean forbidden = action.fixed() && action.defaultTier() == Tier.FORBID;
        Bodies.Judged judged = forbidden ? new Bodies.Judged.Unread() : bodies.judge(verb, operation.payload());
        Instant now = clock.instant();
        Facts known = facts.of(admitted, judged.body(), now);
        AdmittedCall call = known.placed(admitted);
        Optional<Subject> chain = known.chain(call);

        // replay
        switch (known.prior()) {
            case Prior.Unused _ -> {}
            case Prior used -> {
                return Optional.of(repeated(call, chain, used));
            }
        }

        // the fixed forbids end here, subject and body unread (DEC-4)
        if (forbidden) {
            return refuse(call, Optional.empty(), Refusals.fixed(verb), Beginning.nothing());
        }

        // body
        final VerbCase asked;
        switch (judged) {
            case Bodies.Judged.Unread _ -> {
                return Optional.of(turnAway(call, chain, Refusals.notYet(verb)));
            }
            case Bodies.Judged.Invalid invalid -> {
                return refuse(call, chain, Refusals.body(verb, invalid), Beginning.nothing());
            }
            case Bodies.Judged.Valid valid -> asked = cases.of(call, valid.json(), known.known(), now);
        }

        // subject, listing, buyer requirements, Deal Terms, supersedes and state
        Optional<Decision.Forbid> refusal = asked.subject()
                .or(asked::listing)
                .or(asked::buyerRequirements)
                .or(asked::dealTerms)
                .or(asked::state);
        if (refusal.isPresent()) {
            return refuse(call, chain, refusal.get(), Beginning.nothing());
        }

        // budget, once nothing is under way that it would have to wait for
        Optional<Decision.Forbid> moving = asked.inMotion();
        if (moving.isPresent()) {
            return Optional.of(turnAway(call, chain, moving.get()));
        }
        Optional<Decision.Forbid> spent = asked.budget();
        if (spent.isPresent()) {
            return call.isHeld()
                    ? refuse(call, chain, spent.get(), Beginning.nothing())
                    : Optional.of(turnAway(call, chain, spent.get()));
        }

        // floor
        Optional<VerbCase.BelowFloor> below = asked.floor();
        if (below.isPresent()) {
            return refuse(call, below.get());
        }

        // tier, which a report has none of
        return switch (asked) {
            case VerbCase.Reported event -> report(call, event);
            case VerbCase.Forwarded forwarded ->
                switch (TierRule.of(call)) {
                    case AUTO -> accept(call, forwarded);
                    case ASK -> hold((GrantedCall) call, forwarded);
                    case FORBID -> refuse(call, chain, Refusals.tier(verb), asked.idle());
                };
        };
    }

    /** Holds the call until its seller has answered (APR-1). */
    private Optional<Outcome> hold(GrantedCall call, VerbCase.Forwarded asked)
            throws LedgerUnavailableException, InterruptedException {
        VerbCase.Asked question = asked.asked();
        Holding holding = holding(call, question, ids.next("apr_"));
        return switch (calls.hold(holding)) {
            case CallStore.Waiting.Held written -> Optional.of(Outcome.fresh(written.answer()));
            case CallStore.Waiting.Full _ ->
                Optional.of(turnAway(
                        call, question.chain(), Refusals.waiting(call.key().action())));
            case CallStore.Waiting.Lost lost ->
                lost.written() instanceof CallStore.Written.KeyTaken
                        ? Optional.of(takenMeanwhile(call, question.chain()))
                        : Optional.empty();
        };
    }

    private Holding holding(GrantedCall call, VerbCase.Asked asked, String id) {
        Instant ends = clock.instant().plus(approvals.timeout()).truncatedTo(ChronoUnit.MILLIS);
        Instant until = ends.isBefore(asked.latest()) ? ends : asked.latest();
        Subject chain = asked.chain().orElseGet(() -> new Subject("listing", id));
        Question question = Questions.of(
                call, asked, chain, id, until, standing.name(call.caller().group()));
        return new Holding(
                call.key(),
                call.fingerprint(),
                question,
                asked.slot().isEmpty() ? id : asked.slot(),
                held.putAway(call, id),
                asked.beginning().of(id, until),
                entries.asked(call, chain, question),
                new Decision.Ask(question.request(approvals.page(id)), null));
    }

    /**
     * A held call once its seller has said yes: every check again, by what holds now (APR-6). Its grant is asked for by its state, for the
     * token may have lapsed; its operator's limits were counted when it came. One that has begun to be carried out is past all checks.
     */
    public Outcome resume(Question question, HeldCall call) throws InterruptedException {
        try {
            return calls.isBegun(CallKey.ofApproval(question))
                    ? Outcome.fresh(Refusals.begun(question.action()))
                    : resume(held.takeOut(question, call), question);
        } catch (GrantUndecidedException | LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError()
                    .addKeyValue("approval_id", question.id())
                    .setCause(e)
                    .log("an approved call could not be decided");
            return Outcome.fresh(Decision.Forbid.unavailable(question.action(), "The call can't be decided now."));
        }
    }

    /** Whether the call that this approval holds is with the marketplace, or was decided. */
    public boolean isBegun(Question question) {
        return calls.isBegun(CallKey.ofApproval(question));
    }

    /** What an approved call comes to that could not be decided for too long. */
    public static Decision.Forbid failed(String action) {
        return Refusals.undecided(action);
    }

    private Outcome resume(Operation operation, Question question)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        Action action = operation.action();
        final Caller caller;
        switch (operation.credentials().authenticate()) {
            case Unauthenticated unknown -> {
                return refuse(question, operation, Refusals.of(action.name(), unknown));
            }
            case VerifiedAgent agent -> caller = new Caller.Agent(agent);
        }
        if (!Standing.FINISHES_DEALS.contains(action.name()) && !standing.mayTrade(caller.group())) {
            return refuse(question, operation, Refusals.closing(action.name()));
        }
        return switch (grants.recheck(operation.credentials().authorization(), caller.key())) {
            case GrantRefused refused -> refuse(question, operation, Refusals.of(action.name(), refused));
            case Grant grant
            when action.scope() != null && !grant.covers(action.scope()) ->
                refuse(question, operation, Refusals.outOfScope(action.name(), action.scope()));
            case Grant grant -> untilSettled(GrantedCall.approved(operation, caller, grant, question.id()));
        };
    }

    /** Refuses an approved call in the chain that asked, under the key by which it would be carried out: never both. */
    private Outcome refuse(Question question, Operation operation, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException {
        ConfidingEntry entry = entries.refused(question, operation, refusal);
        CallStore.Written written = calls.refuse(
                CallKey.ofApproval(question),
                question.requestDigest(),
                refusal,
                Optional.of(entry),
                Beginning.nothing());
        return Outcome.fresh(
                written instanceof CallStore.Written.Done done
                        ? done.answer().orElse(refusal)
                        : Refusals.begun(question.action()));
    }

    private Optional<Outcome> accept(AdmittedCall call, VerbCase.Forwarded asked)
            throws LedgerUnavailableException, InterruptedException {
        String id = ids.next("int_");
        VerbCase.Plan plan = asked.plan(id);
        Intent intent =
                new Intent(id, call.key(), plan.chain(), Forwarding.of(call, plan), plan.step(), clock.instant());
        ConfidingEntry decided = entries.accepted(call, plan, id);
        return switch (calls.begin(
                intent, call.fingerprint(), decided, plan.beginning(), plan.head(), carrier.lease())) {
            case CallStore.Written.Done _ -> Optional.of(carriedOut(call, intent));
            case CallStore.Written.KeyTaken _ -> Optional.of(takenMeanwhile(call, Optional.of(plan.chain())));
            case CallStore.Written.Overtaken _ -> Optional.empty();
        };
    }

    /** Records what a party reported; the marketplace is told of it afterwards, and has no veto (EVT-5). */
    private Optional<Outcome> report(AdmittedCall call, VerbCase.Reported event)
            throws LedgerUnavailableException, InterruptedException {
        CallStore.Written written = event.recordedAt().isPresent()
                ? calls.repeat(
                        call.key(),
                        call.fingerprint(),
                        event.chain().id(),
                        event.recordedAt().get())
                : calls.report(event.reporting(ids.next("int_"), entries, clock.instant()));
        return switch (written) {
            case CallStore.Written.Done done -> done.answer().map(Outcome::fresh);
            case CallStore.Written.KeyTaken _ -> Optional.of(takenMeanwhile(call, Optional.of(event.chain())));
            case CallStore.Written.Overtaken _ -> Optional.empty();
        };
    }

    private Outcome carriedOut(AdmittedCall call, Intent intent)
            throws LedgerUnavailableException, InterruptedException {
        Decision decision = carrier.carryOut(intent);
        return decision instanceof Decision.Forbid undecided && undecided.receipt() == null
                ? Outcome.fresh(calls.record(entries.refused(call, intent.subject(), undecided), undecided))
                : Outcome.fresh(decision);
    }

    /** Refuses and keeps the refusal for repeats; it stands in the chain of what it names, or else in the perimeter's. */
    private Optional<Outcome> refuse(
            AdmittedCall call, Optional<Subject> chain, Decision.Forbid refusal, Beginning counted)
            throws LedgerUnavailableException, InterruptedException {
        Optional<ConfidingEntry> entry = chain.map(subject -> entries.refused(call, subject, refusal));
        return refuse(call, chain, refusal, entry, counted);
    }

    /** Refuses a price, counts it, and keeps the refusal. */
    private Optional<Outcome> refuse(AdmittedCall call, VerbCase.BelowFloor below)
            throws LedgerUnavailableException, InterruptedException {
        ConfidingEntry entry = entries.refused(call, below);
        return refuse(call, Optional.of(below.chain()), below.refusal(), Optional.of(entry), below.counted());
    }

    private Optional<Outcome> refuse(
            AdmittedCall call,
            Optional<Subject> chain,
            Decision.Forbid refusal,
            Optional<ConfidingEntry> entry,
            Beginning counted)
            throws LedgerUnavailableException, InterruptedException {
        return switch (calls.refuse(call.key(), call.fingerprint(), refusal, entry, counted)) {
            case CallStore.Written.Done done ->
                Optional.of(
                        entry.isPresent()
                                ? Outcome.fresh(done.answer().orElse(refusal))
                                : boundary.refuse(call.operation(), refusal));
            case CallStore.Written.KeyTaken _ -> Optional.of(takenMeanwhile(call, chain));
            case CallStore.Written.Overtaken _ -> Optional.empty();
        };
    }

    /** Refuses without a word about the Idempotency-Key: the same call may be decided otherwise later. */
    private Outcome turnAway(AdmittedCall call, Optional<Subject> chain, Decision.Forbid refusal)
            throws LedgerUnavailableException, InterruptedException {
        return chain.isPresent()
                ? Outcome.fresh(calls.record(entries.refused(call, chain.get(), refusal), refusal))
                : boundary.refuse(call.operation(), refusal);
    }

    private Outcome takenMeanwhile(AdmittedCall call, Optional<Subject> chain)
            throws LedgerUnavailableException, InterruptedException {
        return repeated(call, chain, calls.find(call.key(), call.fingerprint()));
    }

    private Outcome repeated(AdmittedCall call, Optional<Subject> chain, Prior known)
            throws LedgerUnavailableException, InterruptedException {
        return known instanceof Prior.Answered answered
                ? new Outcome(answered.decision(), true)
                : turnAway(call, chain, Refusals.conflict(call.key().action(), known));
    }
}
