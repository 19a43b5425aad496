package dev.rctp.gateway.enforce;

import dev.rctp.attest.Subject;
import dev.rctp.attest.deal.Party;
import dev.rctp.grant.Grant;
import dev.rctp.grant.GrantRefused;
import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.msgsig.VerifiedAgent;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.terms.negotiation.Offer;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who reads: a buyer's agent or a party to a deal by its key, the seller's side by a grant that is asked for anew with each read (GRA-1, REC-4). */
final class Readers {

    private final GrantSource grants;
    private final ReadSource source;
    private final Standing standing;

    Readers(GrantSource grants, ReadSource source, Standing standing) {
        this.grants = grants;
        this.source = source;
        this.standing = standing;
    }

    /** An agent that reads, and what it brought with it. */
    record Reader(VerifiedAgent agent, Credentials credentials) {

        boolean isBuyer(Offer.Negotiation negotiation) {
            return negotiation.isOf(agent.operator().profile(), agent.jkt());
        }

        private Party party() {
            return new Party(agent.operator().profile(), agent.jkt());
        }
    }

    /**
     * A chain that is shown (REC-6).
     *
     * @param confidants whose openings go with it
     * @param seller about whom they may be; null for nobody
     */
    record OfChain(
            Subject subject,
            List<String> confidants,
            @Nullable String seller) {}

    /**
     * A deal that is shown.
     *
     * @param deal the deal
     * @param chain its chain
     */
    record OfDeal(OpenDeal deal, OfChain chain) {}

    /** The seller whose agent this is by its grant. */
    Sight<String> seller(Reader reader) throws GrantUndecidedException, InterruptedException {
        return switch (grants.check(
                reader.credentials().authorization(), reader.agent().jkt())) {
            case GrantRefused refused -> new Sight.Refused<>(Refusals.of(null, refused));
            case Grant grant -> new Sight.Shown<>(grant.sub());
        };
    }

    /** The same of what has a buyer's side too: without a token there is nobody whose agent this could be, whether the thing exists or not. */
    Sight<String> otherwiseSeller(Reader reader) throws GrantUndecidedException, InterruptedException {
        return reader.credentials().authorization() == null ? Sight.of(Optional.empty()) : seller(reader);
    }

    /** The deal, for its parties: known by key and by what configuration makes their operators, or by the grant of the deal's seller. */
    Sight<OfDeal> deal(Reader reader, Optional<OpenDeal> named) throws GrantUndecidedException, InterruptedException {
        String sub = null;
        if (reader.credentials().authorization() != null) {
            switch (seller(reader)) {
                case Sight.Refused<String>(Decision.Forbid refusal) -> {
                    return new Sight.Refused<>(refusal);
                }
                case Sight.Shown<String>(String granting) -> sub = granting;
            }
        }
        return Sight.of(ofParty(reader, named, sub));
    }

    private Optional<OfDeal> ofParty(Reader reader, Optional<OpenDeal> named, @Nullable String sub) {
        if (named.isEmpty()) {
            return Optional.empty();
        }
        OpenDeal deal = named.get();
        Set<Role> given = deal.given(standing.roles(reader.agent().operator().profile()), sub);
        return deal.place(reader.party(), given)
                .map(_ -> new OfDeal(deal, new OfChain(deal.chain(), deal.confidants(reader.party(), given), sub)));
    }

    /** The chain asked for, if the reader is party to its subject (REC-4). */
    Sight<OfChain> chain(Reader reader, String type, String id, Instant now)
            throws GrantUndecidedException, InterruptedException {
        Optional<OpenDeal> deal = type.equals("deal") ? source.deal(id, now) : Optional.empty();
        if (deal.isPresent()) {
            return switch (deal(reader, deal)) {
                case Sight.Refused<OfDeal>(Decision.Forbid refusal) -> new Sight.Refused<>(refusal);
                case Sight.Shown<OfDeal>(OfDeal shown) -> new Sight.Shown<>(shown.chain());
            };
        }
        Optional<Offer.Negotiation> between = source.negotiation(type, id);
        if (between.isPresent() && reader.isBuyer(between.get())) {
            return new Sight.Shown<>(new OfChain(new Subject(type, id), confidants("buyer", reader), null));
        }
        // a listing's record has no other side than its seller's
        return switch (type.equals("listing") ? seller(reader) : otherwiseSeller(reader)) {
            case Sight.Refused<String>(Decision.Forbid refusal) -> new Sight.Refused<>(refusal);
            case Sight.Shown<String>(String sub) ->
                Sight.of(own(type, id, between, sub)
                        .map(chain -> new OfChain(chain, confidants("seller", reader), sub)));
        };
    }

    private static List<String> confidants(String side, Reader reader) {
        return List.of(side, reader.agent().jkt());
    }

    /** The chain asked for, if this seller is party to it. */
    private Optional<Subject> own(String type, String id, Optional<Offer.Negotiation> between, String sub) {
        return type.equals("listing")
                ? source.listing(id)
                        .map(listing -> listing.isOf(sub) ? AnswerBuyer.chain(listing) : null)
                        .or(() -> source.maker(id).filter(sub::equals).map(_ -> new Subject("listing", id)))
                : between.filter(known -> known.seller().equals(sub)).map(_ -> new Subject(type, id));
    }
}
