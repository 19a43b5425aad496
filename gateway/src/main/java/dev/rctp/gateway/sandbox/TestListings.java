package dev.rctp.gateway.sandbox;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.management.ListingAdministration;
import dev.rctp.gateway.sandbox.marketplace.Marketplace;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Money;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.PublicListing;
import java.sql.SQLException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: makes a listing whose terms are approved, through the same domain services as the page will. */
final class TestListings {

    private final Marketplace marketplace;
    private final ListingAdministration listings;

    TestListings(Marketplace marketplace, ListingAdministration listings) {
        this.marketplace = marketplace;
        this.listings = listings;
    }

    Reply add(InboundRequest request) throws InterruptedException {
        try {
            ObjectNode wanted = StrictJson.parseObject(request.body());
            PublicListing listing = add(wanted, request.requestId());
            ObjectNode answer = JsonNodeFactory.instance
                    .objectNode()
                    .put("listing_id", listing.id().value());
            return TestDoors.json(201, answer.put("terms_commitment", listing.termsCommitment()));
        } catch (InvalidJsonException | ListingAdministration.Rejected e) {
            return TestDoors.error(String.valueOf(e.getMessage()));
        } catch (LedgerUnavailableException | SQLException e) {
            return TestDoors.json(503, JsonNodeFactory.instance.objectNode().put("code", "enforcement_unavailable"));
        }
    }

    /** Lists it at the marketplace, tells the gateway of it, and approves its terms. */
    PublicListing add(ObjectNode wanted, String requestId)
            throws ListingAdministration.Rejected, LedgerUnavailableException, SQLException, InterruptedException {
        ObjectNode told = wanted.deepCopy();
        JsonNode terms = told.remove("terms");
        listings.check(told);
        JsonNode price = told.path("list_price");
        String id = marketplace.addListing(
                told.path("seller").asString(),
                told.path("title").asString(),
                new Money(price.path("amount").asLong(), price.path("currency").asString()));
        PublicListing listing = listings.tell(id, told, requestId);
        return terms == null ? listing : listings.approveTerms(listing, terms, requestId);
    }
}
