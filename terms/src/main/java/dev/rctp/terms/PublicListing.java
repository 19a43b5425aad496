package dev.rctp.terms;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Money;
import dev.rctp.registries.Sha256;
import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A listing as everybody may see it; a type that has no place for private terms (LST-2).
 *
 * @param id the marketplace's id
 * @param seller the seller's pseudonym, {@code sub}
 * @param title as the marketplace gave it
 * @param listPrice what the listing asks
 * @param termSet the name of its term set, such as {@code goods.small/1}
 * @param publicTerms the public part of the approved terms; null without approved terms
 * @param termsCommitment the commitment to all approved terms (LST-4); null without approved terms
 * @param closed sold or withdrawn (LST-9)
 */
public record PublicListing(
        ListingId id,
        String seller,
        String title,
        Money listPrice,
        String termSet,
        @Nullable ObjectNode publicTerms,
        @Nullable String termsCommitment,
        boolean closed) {

    /** Throws {@link IllegalArgumentException} for public terms without a commitment or the reverse. */
    public PublicListing {
        if ((publicTerms == null) != (termsCommitment == null)) {
            throw new IllegalArgumentException("public terms and their commitment come together");
        }
        publicTerms = publicTerms == null ? null : publicTerms.deepCopy();
    }

    /** A copy of the public part of the approved terms; null without approved terms. */
    @Override
    public @Nullable ObjectNode publicTerms() {
        return publicTerms == null ? null : publicTerms.deepCopy();
    }

    /** Whether the seller approved terms for it; without, offers are ordinary ones (LST-6). */
    public boolean hasApprovedTerms() {
        return termsCommitment != null;
    }

    /** Whether nothing can be done with it any more: sold, withdrawn, or past its {@code available_until} (LST-2, LST-9). */
    public boolean isClosedAt(Instant now) {
        return closed || !now.isBefore(availableUntil());
    }

    /** When it ends by its terms (LST-2); never, where those don't say. */
    public Instant availableUntil() {
        JsonNode until = publicTerms == null ? null : publicTerms.get("available_until");
        return until != null && until.isString() ? Instant.parse(until.stringValue()) : Instant.MAX;
    }

    /** A copy of the public part of its approved terms; throws {@link IllegalStateException} without approved terms. */
    public ObjectNode approvedTerms() {
        if (publicTerms == null) {
            throw new IllegalStateException("a listing without approved terms");
        }
        return publicTerms.deepCopy();
    }

    /** The commitment to its approved terms; throws {@link IllegalStateException} without approved terms. */
    public String approvedCommitment() {
        if (termsCommitment == null) {
            throw new IllegalStateException("a listing without approved terms");
        }
        return termsCommitment;
    }

    /** The same listing at another price. */
    public PublicListing at(Money price) {
        return new PublicListing(id, seller, title, price, termSet, publicTerms, termsCommitment, closed);
    }

    /** Whether it is this seller's (LST-8). */
    public boolean isOf(String sub) {
        return seller.equals(sub);
    }

    /** The object {@code listing} that agents see. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("listing_id", id.value());
        json.put("title", title);
        json.putObject("list_price").put("amount", listPrice.amount()).put("currency", listPrice.currency());
        json.put("term_set", termSet);
        if (publicTerms != null) {
            json.set("public_terms", publicTerms.deepCopy());
            json.put("terms_commitment", termsCommitment);
        }
        return json;
    }

    /** {@code listing_hash} of a listing that the marketplace has not made yet: without {@code listing_id} (LST-7). */
    public String draftHash() {
        ObjectNode draft = json();
        draft.remove("listing_id");
        return Sha256.text(CanonicalJson.bytes(draft));
    }

    /** {@code listing_hash} (LST-7): {@code sha-256:} and hex over the canonical {@link #json}. */
    public String hash() {
        return Sha256.text(CanonicalJson.bytes(json()));
    }

    /** The same listing under the marketplace's id. */
    public PublicListing named(ListingId given) {
        return new PublicListing(given, seller, title, listPrice, termSet, publicTerms, termsCommitment, closed);
    }

    /** The same listing with newly approved terms. */
    public PublicListing withTerms(String set, ObjectNode terms, String commitment) {
        return new PublicListing(id, seller, title, listPrice, set, terms, commitment, closed);
    }
}
