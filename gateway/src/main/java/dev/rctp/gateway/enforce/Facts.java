package dev.rctp.gateway.enforce;

import dev.rctp.attest.Receipt;
import dev.rctp.attest.Subject;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.StandingListing;
import dev.rctp.terms.negotiation.StandingOffer;
import dev.rctp.terms.negotiation.Standings;
import java.util.Optional;

/**
 * What the tables say of a call, read in one look since a look costs more than what it reads; each check takes its own part in its turn
 * (DEC-1).
 *
 * @param prior what is known of its Idempotency-Key
 * @param known what is known of its subject
 */
public record Facts(Prior prior, Known known) {

    /** The chain that refusals of this call stand in; empty where its caller is party to none (REC-1). */
    Optional<Subject> chain(AdmittedCall call) {
        return switch (known) {
            case Known.OfListing of -> of.listing().map(AnswerBuyer::chain);
            case Known.NewListing _ ->
                call instanceof GrantedCall granted
                        ? Optional.ofNullable(granted.approval()).map(approval -> new Subject("listing", approval))
                        : Optional.empty();
            case Known.Terms terms -> terms.listing().map(listing -> AnswerBuyer.chain(listing.listing()));
            case Known.Asking asking ->
                asking.standing()
                        .map(standing -> AnswerBuyer.chain(standing.listing().listing()));
            case Known.Offering offering ->
                offering.standing()
                        .flatMap(standing -> Optional.ofNullable(standing.negotiation()))
                        .map(OfferCreate::chain);
            case Known.Answering answering ->
                answering
                        .standing()
                        .map(standing -> OfferCreate.chain(
                                standing.offer().offer().negotiation().id()));
            case Known.Redeeming redeeming ->
                redeeming
                        .standing()
                        .map(standing -> standing.offer().offer().negotiation())
                        .filter(negotiation -> negotiation.isOf(
                                call.caller().group(), call.caller().key()))
                        .map(negotiation -> OfferCreate.chain(negotiation.id()));
            case Known.OfDeal of ->
                of.deal().filter(deal -> isParty(call, deal)).map(OpenDeal::chain);
        };
    }

    private static boolean isParty(AdmittedCall call, OpenDeal deal) {
        return switch (call) {
            case PartyCall party -> party.place() != null;
            case GrantedCall granted -> deal.isSellers(granted.grant().sub());
            case BuyerCall _ -> false;
        };
    }

    /** The call where it stands on the deal that it names (EVT-3, REC-4); any other call as it is. */
    AdmittedCall placed(AdmittedCall call) {
        return call instanceof PartyCall party
                        && known instanceof Known.OfDeal of
                        && of.deal().isPresent()
                ? party.on(of.deal().get())
                : call;
    }

    /** What is known of a call's subject, by what its verb is judged by. */
    public sealed interface Known {

        /**
         * A listing that the call names.
         *
         * @param listing the listing; empty where it isn't known here
         * @param listingHash what the listing was when its seller was asked; empty before anybody was
         */
        record OfListing(Optional<PublicListing> listing, Optional<String> listingHash) implements Known {}

        /**
         * A listing that is to be made.
         *
         * @param signed the terms that its seller signed; empty before anybody did
         */
        record NewListing(Optional<SignedTerms> signed) implements Known {}

        /**
         * A listing that is to get terms.
         *
         * @param listing the listing; empty where it isn't known here
         * @param signed the terms that its seller signed; empty before anybody did
         * @param listingHash what the listing was when its seller was asked; empty before anybody was
         */
        record Terms(Optional<StandingListing> listing, Optional<SignedTerms> signed, Optional<String> listingHash)
                implements Known {}

        /**
         * A listing that a buyer's agent offers on.
         *
         * @param standing the listing as that agent finds it; empty where it isn't known here
         * @param superseded the offer that the new one would replace; empty where it names none, or one that isn't known
         */
        record Offering(Optional<Standings.Offering> standing, Optional<StandingOffer> superseded) implements Known {}

        /**
         * A listing that a seller's agent names a price for.
         *
         * @param standing the listing as that agent finds it; empty where it isn't known here
         * @param listingHash what the listing was when its seller was asked; empty before anybody was
         */
        record Asking(Optional<Standings.Asking> standing, Optional<String> listingHash) implements Known {}

        /**
         * An offer that a seller's agent answers.
         *
         * @param standing the offer as that agent finds it; empty where it isn't known
         * @param listingHash what its listing was when its seller was asked; empty before anybody was
         */
        record Answering(Optional<Standings.Answering> standing, Optional<String> listingHash) implements Known {}

        /**
         * A checkout that a buyer's agent redeems.
         *
         * @param standing the checkout; empty where it is none of this gateway's
         * @param negotiation the last entry of its negotiation's chain
         */
        record Redeeming(Optional<Standings.Redeeming> standing, Optional<Receipt> negotiation) implements Known {}

        /**
         * A deal, for whoever is party to it.
         *
         * @param deal the deal; empty where none is known here
         */
        record OfDeal(Optional<OpenDeal> deal) implements Known {}
    }
}
