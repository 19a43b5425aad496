package dev.rctp.gateway.enforce;

import dev.rctp.approval.Question;
import dev.rctp.attest.Chains;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.gateway.limits.OperatorLimits;
import dev.rctp.gateway.limits.Visit;
import dev.rctp.gateway.limits.WaitingReads;
import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.msgsig.VerifiedAgent;
import dev.rctp.registries.Reason;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ObjectNode;

/** Gives the parties what is theirs to read (protocol section 15, REC-4): checked like a call, without an entry of its own. */
public final class Reads {

    private static final Logger LOG = LoggerFactory.getLogger(Reads.class);

    /** Every chain is taken up with the next checkpoint; a party may ask again then. */
    private static final Decision.Forbid NOT_LOGGED = Decision.Forbid.of(
                    null,
                    Reason.ENFORCEMENT_UNAVAILABLE,
                    "This record is not in a checkpoint yet; the next one has it.")
            .cause("not_logged")
            .retryAfter(Duration.ofMinutes(10));

    /** For good, as far as the caller can know: no Retry-After. */
    private static final Decision.Forbid NO_LOG = Decision.Forbid.of(
                    null, Reason.ACTION_FORBIDDEN, "This gateway keeps no log of chain heads, so there are no proofs.")
            .cause("no_log");

    private final Readers readers;
    private final BargainReads bargains;
    private final ReadSource source;
    private final Chains chains;
    private final HeadProofs proofs;
    private final Boundary boundary;
    private final OperatorLimits limits;
    private final WaitingReads waiting;
    private final InstantSource clock;

    /** Joins the parts. */
    public Reads(
            GrantSource grants,
            ReadSource source,
            Chains chains,
            HeadProofs proofs,
            Boundary boundary,
            Standing standing,
            OperatorLimits limits,
            WaitingReads waiting,
            InstantSource clock) {
        this.readers = new Readers(grants, source, standing);
        this.bargains = new BargainReads(readers, source);
        this.source = source;
        this.chains = chains;
        this.proofs = proofs;
        this.boundary = boundary;
        this.limits = limits;
        this.waiting = waiting;
        this.clock = clock;
    }

    /** What is asked for; ids as the caller names them. */
    public sealed interface Query {

        /** A listing with its public terms, for any onboarded agent. */
        record ListingTerms(String listing) implements Query {}

        /** The offers on a listing, for its seller's agent. */
        record ListingOffers(String listing) implements Query {}

        /** Something that nobody who asks is told; a caller that isn't known, or asks too often, is refused for that. */
        record Unanswerable(Decision.Forbid refusal) implements Query {}

        /**
         * What became of an approval, for the agent that asked (APR-2).
         *
         * @param approval its id
         * @param patience how long to wait for its end, where it has none yet
         */
        record Approval(String approval, Duration patience) implements Query {}

        /** An offer, for its parties. */
        record OneOffer(String offer) implements Query {}

        /** A deal, for its parties. */
        record OneDeal(String deal) implements Query {}

        /**
         * The entries of a deal's events, for its parties (EVT-1).
         *
         * @param deal its id
         * @param from the number of the entry with which it begins, from 1
         * @param limit how many at most
         */
        record DealEvents(String deal, long from, int limit) implements Query {}

        /**
         * A record, for its parties.
         *
         * @param type the subject's type
         * @param id the subject's id
         * @param from the first entry's number, from 1
         * @param limit how many at most
         */
        record Entries(String type, String id, long from, int limit) implements Query {}

        /**
         * The proof that a record's head stands in the log (REC-7), for those that may read the record.
         *
         * @param type the subject's type
         * @param id the subject's id
         */
        record Proof(String type, String id) implements Query {}
    }

    /** What a read gives. */
    public sealed interface Result {

        /**
         * An object.
         *
         * @param json the whole object
         */
        record Found(byte[] json) implements Result {}

        /**
         * What became of an approval.
         *
         * @param known the approval
         */
        record Status(KnownApproval known) implements Result {}

        /**
         * Nothing, and why.
         *
         * @param refusal the refusal
         */
        record Refused(Decision.Forbid refusal) implements Result {}
    }

    /** What is asked for, or why this caller doesn't get it: signature and operator, the operator's limits, grant, subject. */
    public Result read(Credentials credentials, Operation.Origin origin, Query query) throws InterruptedException {
        try {
            Result result = switch (credentials.authenticate()) {
                case Unauthenticated unknown -> new Result.Refused(Refusals.of(null, unknown));
                case VerifiedAgent agent -> patient(agent, admitted(agent, credentials, query), query);
            };
            return result instanceof Result.Refused refused ? refuse(credentials, origin, refused.refusal()) : result;
        } catch (GrantUndecidedException | LedgerUnavailableException | StoreUnavailableException e) {
            LOG.atError()
                    .addKeyValue("request_id", origin.requestId())
                    .setCause(e)
                    .log("a read could not be decided");
            return refuse(credentials, origin, Decision.Forbid.unavailable(null, "The read can't be decided now."));
        }
    }

    /** Waits for an approval's end, in nobody's way: places of their own count those that wait. */
    private Result patient(VerifiedAgent agent, Result result, Query query) throws InterruptedException {
        return result instanceof Result.Status status
                        && query instanceof Query.Approval asked
                        && asked.patience().isPositive()
                        && status.known().result().isEmpty()
                ? new Result.Status(waited(agent, status.known(), asked.patience()))
                : result;
    }

    /** Where too many wait already, what is known now is an answer too. */
    private KnownApproval waited(VerifiedAgent agent, KnownApproval known, Duration patience)
            throws InterruptedException {
        Optional<Visit> place = waiting.enter(agent.operator().profile());
        if (place.isEmpty()) {
            return known;
        }
        try (Visit _ = place.get()) {
            return source.awaitResult(known, patience, clock);
        }
    }

    private Result refuse(Credentials credentials, Operation.Origin origin, Decision.Forbid refusal)
            throws InterruptedException {
        boundary.refuse(credentials, origin, refusal);
        return new Result.Refused(refusal);
    }

    private Result admitted(VerifiedAgent agent, Credentials credentials, Query query)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        return switch (limits.call(agent.operator().profile())) {
            case Admission.Refused over -> new Result.Refused(Refusals.limit(null, over));
            case Visit visit -> {
                try (visit) {
                    yield judge(new Readers.Reader(agent, credentials), query);
                }
            }
        };
    }

    private Result judge(Readers.Reader reader, Query query)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        Instant now = clock.instant();
        return switch (query) {
            case Query.Unanswerable none -> new Result.Refused(none.refusal());
            case Query.ListingTerms terms -> found(bargains.terms(terms.listing()));
            case Query.ListingOffers offers -> found(bargains.offers(reader, offers.listing(), now));
            case Query.OneOffer offer -> found(bargains.offer(reader, offer.offer(), now));
            case Query.OneDeal named ->
                given(
                        readers.deal(reader, source.deal(named.deal(), now)),
                        shown -> found(shown.deal().at(now).json()));
            case Query.DealEvents named ->
                given(
                        readers.deal(reader, source.deal(named.deal(), now)),
                        _ -> new Result.Found(
                                RecordText.list("events", source.events(named.deal(), named.from(), named.limit()))));
            case Query.Approval approval -> approval(reader.agent(), approval, now);
            case Query.Entries entries ->
                switch (readers.chain(reader, entries.type(), entries.id(), now)) {
                    case Sight.Refused<Readers.OfChain>(Decision.Forbid refusal) -> new Result.Refused(refusal);
                    case Sight.Shown<Readers.OfChain>(Readers.OfChain chain) -> record(chain, entries);
                };
            case Query.Proof proof ->
                switch (readers.chain(reader, proof.type(), proof.id(), now)) {
                    case Sight.Refused<Readers.OfChain>(Decision.Forbid refusal) -> new Result.Refused(refusal);
                    case Sight.Shown<Readers.OfChain>(Readers.OfChain chain) -> proof(chain);
                };
        };
    }

    private Result approval(VerifiedAgent agent, Query.Approval query, Instant now) {
        return given(
                Sight.of(source.approval(query.approval(), now)
                        .filter(known ->
                                isAsking(agent, known.approval().question().agent()))),
                Result.Status::new);
    }

    private static boolean isAsking(VerifiedAgent agent, Question.Asking asking) {
        return asking.operator().equals(agent.operator().profile())
                && asking.jkt().equals(agent.jkt());
    }

    /** Entries and openings enter the answer as the very bytes that were hashed. */
    private Result record(Readers.OfChain chain, Query.Entries query) throws LedgerUnavailableException {
        return new Result.Found(RecordText.of(
                chains.part(chain.subject(), chain.confidants(), chain.seller(), query.from(), query.limit())));
    }

    private Result proof(Readers.OfChain chain) throws LedgerUnavailableException {
        return proofs.of(chain.subject())
                .<Result>map(proof -> found(HeadProofJson.of(proof)))
                .orElseGet(() -> new Result.Refused(proofs.areKept() ? NOT_LOGGED : NO_LOG));
    }

    private static <T> Result given(Sight<T> sight, Function<T, Result> answer) {
        return switch (sight) {
            case Sight.Refused<T>(Decision.Forbid refusal) -> new Result.Refused(refusal);
            case Sight.Shown<T>(T what) -> answer.apply(what);
        };
    }

    private static Result found(Sight<ObjectNode> sight) {
        return given(sight, Reads::found);
    }

    private static Result found(ObjectNode json) {
        return new Result.Found(json.toString().getBytes(StandardCharsets.UTF_8));
    }
}
