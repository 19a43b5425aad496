package dev.rctp.gateway.enforce;

import dev.rctp.approval.Question;
import dev.rctp.attest.Chains;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.gateway.limits.OperatorLimits;
import dev.rctp.gateway.limits.Visit;
import dev.rctp.gateway.limits.WaitingReads;
import dev.rctp.grant.Grant;
import dev.rctp.grant.GrantRefused;
import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.msgsig.VerifiedAgent;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Reason;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.OfferState;
import dev.rctp.terms.negotiation.StandingOffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
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

    private final GrantSource grants;
    private final ReadSource source;
    private final Chains chains;
    private final HeadProofs proofs;
    private final Boundary boundary;
    private final Standing standing;
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
        this.grants = grants;
        this.source = source;
        this.chains = chains;
        this.proofs = proofs;
        this.boundary = boundary;
        this.standing = standing;
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
                    yield judge(agent, credentials, query);
                }
            }
        };
    }

    private Result judge(VerifiedAgent agent, Credentials credentials, Query query)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        return switch (query) {
            case Query.Unanswerable none -> new Result.Refused(none.refusal());
            case Query.ListingTerms terms ->
                source.listing(terms.listing())
                        .filter(PublicListing::hasApprovedTerms)
                        .<Result>map(listing -> found(listing.json()))
                        .orElseGet(Reads::notInScope);
            case Query.ListingOffers offers -> offers(agent, credentials, offers);
            case Query.OneOffer offer -> offer(agent, credentials, offer);
            case Query.OneDeal named ->
                ofDeal(
                        agent,
                        credentials,
                        named.deal(),
                        deal -> found(deal.at(clock.instant()).json()));
            case Query.DealEvents named ->
                ofDeal(
                        agent,
                        credentials,
                        named.deal(),
                        _ -> new Result.Found(
                                RecordText.list("events", source.events(named.deal(), named.from(), named.limit()))));
            case Query.Approval approval -> approval(agent, approval);
            case Query.Entries entries -> entries(agent, credentials, entries);
            case Query.Proof proof -> proof(agent, credentials, proof);
        };
    }

    private Result approval(VerifiedAgent agent, Query.Approval query) {
        return source.approval(query.approval(), clock.instant())
                .filter(known -> isAsking(agent, known.approval().question().agent()))
                .<Result>map(Result.Status::new)
                .orElseGet(Reads::notInScope);
    }

    private static boolean isAsking(VerifiedAgent agent, Question.Asking asking) {
        return asking.operator().equals(agent.operator().profile())
                && asking.jkt().equals(agent.jkt());
    }

    private Result offers(VerifiedAgent agent, Credentials credentials, Query.ListingOffers query)
            throws GrantUndecidedException, InterruptedException {
        return switch (grants.check(credentials.authorization(), agent.jkt())) {
            case GrantRefused refused -> new Result.Refused(Refusals.of(null, refused));
            case Grant grant ->
                source.listing(query.listing())
                        .filter(listing -> listing.isOf(grant.sub()))
                        .<Result>map(listing -> found(offers(listing)))
                        .orElseGet(Reads::notInScope);
        };
    }

    private ObjectNode offers(PublicListing listing) {
        ObjectNode list = JsonNodeFactory.instance.objectNode();
        ArrayNode offers = list.putArray("offers");
        source.offers(listing, clock.instant()).forEach(offer -> offers.add(offer.json()));
        return list;
    }

    /** The buyer sees what it offered, its refused offers too; the seller what the marketplace has taken; nobody else anything. */
    private Result offer(VerifiedAgent agent, Credentials credentials, Query.OneOffer query)
            throws GrantUndecidedException, InterruptedException {
        Instant now = clock.instant();
        Optional<StandingOffer> standing = source.offer(query.offer(), now).filter(StandingOffer::made);
        if (standing.isPresent() && isBuyer(agent, standing.get().offer().negotiation())) {
            return found(buyersView(standing.get()));
        }
        return switch (sellersSide(agent, credentials)) {
            case Party.Refused refused -> new Result.Refused(refused.refusal());
            case Party.Seller seller ->
                standing.filter(known -> known.offer().state() != OfferState.REFUSED)
                        .filter(known -> known.offer().negotiation().seller().equals(seller.sub()))
                        .<Result>map(known -> found(known.offer().json()))
                        .orElseGet(Reads::notInScope);
        };
    }

    private static ObjectNode buyersView(StandingOffer standing) {
        ObjectNode json = standing.offer().json();
        if (standing.checkout() != null && standing.offer().state() == OfferState.ACCEPTED) {
            json.put("checkout", standing.checkout());
        }
        return json;
    }

    /** The answer for a party of the deal (REC-4): the same refusal whether there is no such deal or the caller is none of its parties. */
    private Result ofDeal(VerifiedAgent agent, Credentials credentials, String id, Function<OpenDeal, Result> answer)
            throws GrantUndecidedException, InterruptedException {
        return switch (dealParty(agent, credentials, source.deal(id, clock.instant()))) {
            case DealParty.Refused refused -> new Result.Refused(refused.refusal());
            case DealParty.Known known -> answer.apply(known.deal());
        };
    }

    /** Who reads of a deal. */
    private sealed interface DealParty {

        /** A party; {@code confidants} is whose openings it may have, {@code seller} for whom it acts; null for nobody (REC-6). */
        record Known(
                OpenDeal deal,
                List<String> confidants,
                @Nullable String seller) implements DealParty {}

        record Refused(Decision.Forbid refusal) implements DealParty {}
    }

    /** Known by its key and by what configuration makes its operator, or by the grant of the deal's seller. */
    private DealParty dealParty(VerifiedAgent agent, Credentials credentials, Optional<OpenDeal> named)
            throws GrantUndecidedException, InterruptedException {
        String sub = null;
        if (credentials.authorization() != null) {
            switch (granted(agent, credentials)) {
                case Party.Refused refused -> {
                    return new DealParty.Refused(refused.refusal());
                }
                case Party.Seller seller -> sub = seller.sub();
            }
        }
        if (named.isEmpty()) {
            return new DealParty.Refused(Refusals.notInScope(null));
        }
        OpenDeal deal = named.get();
        dev.rctp.attest.deal.Party party =
                new dev.rctp.attest.deal.Party(agent.operator().profile(), agent.jkt());
        Set<Role> given = deal.given(standing.roles(agent.operator().profile()), sub);
        return deal.place(party, given).isPresent()
                ? new DealParty.Known(deal, deal.confidants(party, given), sub)
                : new DealParty.Refused(Refusals.notInScope(null));
    }

    private Result entries(VerifiedAgent agent, Credentials credentials, Query.Entries query)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        return switch (sight(agent, credentials, query.type(), query.id())) {
            case Sight.Refused refused -> new Result.Refused(refused.refusal());
            case Sight.Granted chain -> record(chain, query);
        };
    }

    private Result proof(VerifiedAgent agent, Credentials credentials, Query.Proof query)
            throws GrantUndecidedException, LedgerUnavailableException, InterruptedException {
        return switch (sight(agent, credentials, query.type(), query.id())) {
            case Sight.Refused refused -> new Result.Refused(refused.refusal());
            case Sight.Granted chain ->
                proofs.of(chain.subject())
                        .<Result>map(proof -> found(HeadProofJson.of(proof)))
                        .orElseGet(() -> new Result.Refused(NOT_LOGGED));
        };
    }

    /** Whether a chain is shown to a caller. */
    private sealed interface Sight {

        /** It is; {@code confidants} is whose openings go with it, {@code seller} about whom they may be; null for nobody (REC-6). */
        record Granted(
                Subject subject,
                List<String> confidants,
                @Nullable String seller) implements Sight {}

        record Refused(Decision.Forbid refusal) implements Sight {}
    }

    /** The chain asked for, if the caller is party to it (REC-4). */
    private Sight sight(VerifiedAgent agent, Credentials credentials, String type, String id)
            throws GrantUndecidedException, InterruptedException {
        Optional<OpenDeal> deal = type.equals("deal") ? source.deal(id, clock.instant()) : Optional.empty();
        if (deal.isPresent()) {
            return switch (dealParty(agent, credentials, deal)) {
                case DealParty.Refused refused -> new Sight.Refused(refused.refusal());
                case DealParty.Known known ->
                    new Sight.Granted(known.deal().chain(), known.confidants(), known.seller());
            };
        }
        Optional<Offer.Negotiation> between = source.negotiation(type, id);
        if (between.isPresent() && isBuyer(agent, between.get())) {
            return new Sight.Granted(new Subject(type, id), List.of("buyer", agent.jkt()), null);
        }
        // a listing's record has no other side than its seller's
        boolean sellersAlone = type.equals("listing");
        return switch (sellersAlone ? granted(agent, credentials) : sellersSide(agent, credentials)) {
            case Party.Refused refused -> new Sight.Refused(refused.refusal());
            case Party.Seller seller ->
                own(type, id, between, seller)
                        .<Sight>map(chain -> new Sight.Granted(chain, List.of("seller", agent.jkt()), seller.sub()))
                        .orElseGet(() -> new Sight.Refused(Refusals.notInScope(null)));
        };
    }

    /** The chain asked for, if this seller is party to it. */
    private Optional<Subject> own(String type, String id, Optional<Offer.Negotiation> between, Party.Seller seller) {
        return type.equals("listing")
                ? source.listing(id)
                        .map(listing -> listing.isOf(seller.sub()) ? AnswerBuyer.chain(listing) : null)
                        .or(() -> source.maker(id).filter(seller.sub()::equals).map(_ -> new Subject("listing", id)))
                : between.filter(known -> known.seller().equals(seller.sub())).map(known -> new Subject(type, id));
    }

    private static boolean isBuyer(VerifiedAgent agent, Offer.Negotiation negotiation) {
        return negotiation.isOf(agent.operator().profile(), agent.jkt());
    }

    /** Who reads, where it isn't the buyer's agent. */
    private sealed interface Party {
        record Seller(String sub) implements Party {}

        record Refused(Decision.Forbid refusal) implements Party {}
    }

    /** Without a token there is nobody whose agent this could be: the same answer whether the thing exists or not. */
    private Party sellersSide(VerifiedAgent agent, Credentials credentials)
            throws GrantUndecidedException, InterruptedException {
        if (credentials.authorization() == null) {
            return new Party.Refused(Refusals.notInScope(null));
        }
        return granted(agent, credentials);
    }

    private Party granted(VerifiedAgent agent, Credentials credentials)
            throws GrantUndecidedException, InterruptedException {
        return switch (grants.check(credentials.authorization(), agent.jkt())) {
            case GrantRefused refused -> new Party.Refused(Refusals.of(null, refused));
            case Grant grant -> new Party.Seller(grant.sub());
        };
    }

    /** Entries and openings enter the answer as the very bytes that were hashed. */
    private Result record(Sight.Granted chain, Query.Entries query) throws LedgerUnavailableException {
        return new Result.Found(RecordText.of(
                chains.part(chain.subject(), chain.confidants(), chain.seller(), query.from(), query.limit())));
    }

    private static Result found(ObjectNode json) {
        return new Result.Found(json.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static Result notInScope() {
        return new Result.Refused(Refusals.notInScope(null));
    }
}
