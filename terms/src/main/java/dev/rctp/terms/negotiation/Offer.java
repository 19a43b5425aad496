package dev.rctp.terms.negotiation;

import dev.rctp.terms.ListingId;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * An offer as its parties see it (OFF-1).
 *
 * @param id {@code off_…}
 * @param negotiation the negotiation it belongs to
 * @param by who made it
 * @param dealTerms what it offers
 * @param termsCommitment the terms it was made under, which judge it (LST-5)
 * @param supersedes the offer it replaced; null where none
 * @param expiresAt when it ends
 * @param state what it is now
 */
public record Offer(
        String id,
        Negotiation negotiation,
        Party by,
        DealTerms dealTerms,
        String termsCommitment,
        @Nullable String supersedes,
        Instant expiresAt,
        OfferState state) {

    /** Who makes an offer. */
    public enum Party {
        /** The buyer's agent. */
        BUYER("buyer"),
        /** The seller's agent. */
        SELLER("seller");

        private final String code;

        Party(String code) {
            this.code = code;
        }

        /** As objects and tables write it. */
        public String code() {
            return code;
        }

        static Party ofCode(String code) {
            return code.equals(BUYER.code) ? BUYER : SELLER;
        }
    }

    /**
     * What one agent's key and one listing have to do with each other (OFF-2).
     *
     * @param id {@code neg_…}
     * @param listing the listing
     * @param seller whose listing it was at the first offer; the pseudonym {@code sub}
     * @param operator the buyer's operator, by its profile
     * @param buyer the buyer agent's thumbprint
     */
    public record Negotiation(String id, ListingId listing, String seller, String operator, String buyer) {

        /** Whether this agent is its buyer. */
        public boolean isOf(String agentOperator, String jkt) {
            return operator.equals(agentOperator) && buyer.equals(jkt);
        }
    }

    /** The same offer in another state. */
    public Offer in(OfferState other) {
        return new Offer(id, negotiation, by, dealTerms, termsCommitment, supersedes, expiresAt, other);
    }

    /** The object {@code offer} that agents see. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("offer_id", id);
        json.put("by", by.code());
        json.set("deal_terms", dealTerms.json());
        json.put("negotiation_id", negotiation.id());
        if (supersedes != null) {
            json.put("supersedes", supersedes);
        }
        json.put("expires_at", expiresAt.toString());
        json.put("state", state.code());
        return json;
    }
}
