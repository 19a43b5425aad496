package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.webhook.Webhooks;
import java.time.Instant;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who is told of what by webhook (WHK-1, docs/webhooks.md). */
final class Notices {

    private final Parts parts;
    private final Webhooks webhooks;

    Notices(Parts parts) {
        this.parts = parts;
        this.webhooks = parts.webhooks();
    }

    /** Each operator whose agent has acted on the listing for its seller. */
    void toSellers(Listing listing, String type, String subject, String status) {
        listing.sellerOperators.forEach(operator -> webhooks.tell(operator, type, subject, status));
    }

    /** The operator whose agent negotiates. */
    void toBuyer(Offer offer, String type, String subject, String status) {
        webhooks.tell(offer.negotiation.profile(), type, subject, status);
    }

    /** Both sides and all that have reported, but for whose agent it was. */
    void toParties(Deal deal, String type, String status, String doer) {
        Set<String> told = new LinkedHashSet<>(deal.offer.listing().sellerOperators);
        told.add(deal.offer.negotiation.profile());
        told.addAll(deal.reporters);
        told.remove(doer);
        told.forEach(operator -> webhooks.tell(operator, type, deal.id, status));
    }

    /** The marketplace, so that it can tell the seller; nobody else learns where the page is. */
    void asked(Approval approval, String url) {
        webhooks.tellMarketplace("approval.requested", approval.id, "pending", url);
        if (parts.broken(Fault.PAGE_ADDRESS_TO_OPERATOR)) {
            webhooks.tellWithUrl(approval.call.caller().profile(), "approval.requested", approval.id, "pending", url);
        }
    }

    /** The operator that asked. */
    void toAsker(Approval approval, String type, String status) {
        webhooks.tell(approval.call.caller().profile(), type, approval.id, status);
    }

    /** A lapse, to the parties and the marketplace (EVT-6). */
    void lapsed(Deal deal) {
        toParties(deal, "deal.lapsed", "lapsed", "");
        webhooks.tellMarketplace("deal.lapsed", deal.id, "lapsed", "");
    }

    /** Counts the listing's checkouts that ended unredeemed (OFF-10). */
    void lapses(Listing listing) {
        Instant now = parts.now();
        for (Offer offer : listing.offers) {
            Checkout checkout = offer.checkout;
            if (checkout != null
                    && checkout.lapsed(now)
                    && !checkout.excused
                    && !checkout.voided
                    && !checkout.counted) {
                checkout.counted = true;
                Negotiation with = offer.negotiation;
                parts.budgets().lapsed(listing.id, with.profile(), with.jkt(), checkout.expiresAt);
            }
        }
    }

    /** Ends every offer that stands, but this one (OFF-7). */
    void declineStanding(Listing listing, @Nullable Offer but) {
        Instant now = parts.now();
        for (Offer offer : listing.offers) {
            String state = offer.state(now);
            boolean stands = state.equals("open") || state.equals("countered") || state.equals("awaiting_approval");
            if (offer != but && stands) {
                offer.written = "declined";
                toBuyer(offer, "offer.updated", offer.id, "declined");
            }
        }
    }
}
