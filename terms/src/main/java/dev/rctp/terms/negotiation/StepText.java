package dev.rctp.terms.negotiation;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Money;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.PublicListing;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A step as the text that its intent is stored with, so that any gateway can finish it (PRX-2). */
public final class StepText {

    private StepText() {}

    /** The text. */
    public static String write(Step step) {
        ObjectNode text = JsonNodeFactory.instance.objectNode();
        switch (step) {
            case Step.Plain _ -> text.put("step", "plain");
            case Step.Passed _ -> text.put("step", "passed");
            case Step.OfferMade made -> text.put("step", "offer_made").set("offer", offer(made.offer()));
            case Step.OfferAccepted accepted -> {
                text.put("step", "offer_accepted").set("offer", offer(accepted.offer()));
                Checkout.Draft draft = accepted.draft();
                text.put("jti", draft.jti()).put("nonce", draft.nonce()).put("listing_hash", draft.listingHash());
            }
            case Step.ListingRepriced repriced -> listing(text.put("step", "listing_repriced"), repriced.listing());
            case Step.ListingCreated created -> {
                listing(text.put("step", "listing_created"), created.listing());
                text.put("approval", created.approval());
            }
            case Step.TermsSet set -> {
                listing(text.put("step", "terms_set"), set.listing());
                text.put("approval", set.approval());
            }
            case Step.DealOpened opened -> deal(text.put("step", "deal_opened"), opened.deal());
            case Step.DealCommitted committed -> deal(text.put("step", "deal_committed"), committed.deal());
            case Step.EventTold told -> text.put("step", "event_told").put("seller", told.seller());
        }
        return text.toString();
    }

    /** The step that {@link #write} wrote; throws {@link IllegalStateException} for other text. */
    public static Step read(String written) {
        try {
            JsonNode text = StrictJson.parseObject(written.getBytes(StandardCharsets.UTF_8));
            return switch (text.path("step").stringValue("")) {
                case "plain" -> new Step.Plain();
                case "passed" -> new Step.Passed();
                case "offer_made" -> new Step.OfferMade(offer(text.path("offer")));
                case "offer_accepted" ->
                    new Step.OfferAccepted(
                            offer(text.path("offer")),
                            new Checkout.Draft(
                                    text.path("jti").stringValue(),
                                    text.path("nonce").stringValue(),
                                    text.path("listing_hash").stringValue()));
                case "listing_repriced" -> new Step.ListingRepriced(listing(text));
                case "listing_created" -> new Step.ListingCreated(listing(text), optional(text.get("approval")));
                case "terms_set" ->
                    new Step.TermsSet(listing(text), text.path("approval").stringValue());
                case "deal_opened" -> new Step.DealOpened(deal(text));
                case "deal_committed" -> new Step.DealCommitted(deal(text));
                case "event_told" -> new Step.EventTold(text.path("seller").stringValue());
                default -> throw new IllegalStateException("a stored step is of no known kind");
            };
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("a stored step is not JSON", e);
        }
    }

    private static void listing(ObjectNode text, PublicListing listing) {
        text.put("seller", listing.seller()).set("listing", listing.json());
    }

    private static void deal(ObjectNode text, Deal deal) {
        text.put("deal_id", deal.id()).set("offer", offer(deal.offer()));
        text.put("state", deal.state());
        deal.release().forEach(text.putArray("release")::add);
        deal.refund().forEach(text.putArray("refund")::add);
    }

    private static Deal deal(JsonNode text) {
        return new Deal(
                text.path("deal_id").stringValue(),
                offer(text.path("offer")),
                text.path("state").stringValue(),
                names(text.path("release")),
                names(text.path("refund")));
    }

    private static List<String> names(JsonNode array) {
        return array.valueStream().map(JsonNode::stringValue).toList();
    }

    private static ObjectNode offer(Offer offer) {
        return offer.json()
                .put("listing_id", offer.negotiation().listing().value())
                .put("seller", offer.negotiation().seller())
                .put("operator", offer.negotiation().operator())
                .put("buyer", offer.negotiation().buyer())
                .put("terms_commitment", offer.termsCommitment());
    }

    private static Offer offer(JsonNode text) {
        Offer.Negotiation negotiation = new Offer.Negotiation(
                text.path("negotiation_id").stringValue(),
                new ListingId(text.path("listing_id").stringValue()),
                text.path("seller").stringValue(),
                text.path("operator").stringValue(),
                text.path("buyer").stringValue());
        return new Offer(
                text.path("offer_id").stringValue(),
                negotiation,
                Offer.Party.ofCode(text.path("by").stringValue()),
                DealTerms.of(text.path("deal_terms")),
                text.path("terms_commitment").stringValue(),
                optional(text.get("supersedes")),
                Instant.parse(text.path("expires_at").stringValue()),
                OfferState.ofCode(text.path("state").stringValue()));
    }

    private static PublicListing listing(JsonNode text) {
        JsonNode listing = text.path("listing");
        JsonNode price = listing.path("list_price");
        return new PublicListing(
                new ListingId(listing.path("listing_id").stringValue()),
                text.path("seller").stringValue(),
                listing.path("title").stringValue(),
                new Money(
                        price.path("amount").longValue(), price.path("currency").stringValue()),
                listing.path("term_set").stringValue(),
                listing.get("public_terms") instanceof ObjectNode terms ? terms : null,
                optional(listing.get("terms_commitment")),
                false);
    }

    private static @Nullable String optional(@Nullable JsonNode text) {
        return text == null || text.isNull() ? null : text.stringValue();
    }
}
