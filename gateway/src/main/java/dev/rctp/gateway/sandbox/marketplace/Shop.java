package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.marketplace.Books.Kind;
import dev.rctp.registries.IdSource;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the marketplace's own business: what each call reads or changes. */
final class Shop {

    private final Books books;
    private final IdSource ids;

    Shop(Books books, IdSource ids) {
        this.books = books;
        this.ids = ids;
    }

    /** 201 with a new listing of the seller whom the gateway names. */
    Outgoing list(Incoming request, ObjectNode body) {
        return Outgoing.json(201, add(field(request, "rctp-seller", "unknown"), body));
    }

    /** A new listing of this seller with the members given. */
    ObjectNode add(String seller, ObjectNode members) {
        String id = ids.next("lst_");
        ObjectNode listing = members.deepCopy().put("listing_id", id).put("seller", seller);
        return books.put(Kind.LISTING, id, listing);
    }

    /** All things of a kind that the filter passes. */
    ArrayNode all(Kind kind, Predicate<ObjectNode> filter) {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        books.all(kind).stream().filter(filter).forEach(all::add);
        return all;
    }

    /** The listings whose title has this text in it, whatever its case. */
    ArrayNode search(String text) {
        String wanted = text.toLowerCase(Locale.ROOT);
        return all(
                Kind.LISTING,
                listing -> listing.path("title")
                        .stringValue("")
                        .toLowerCase(Locale.ROOT)
                        .contains(wanted));
    }

    /** 200 with the thing, or 404. */
    Outgoing show(Kind kind, String id) {
        return books.find(kind, id).map(thing -> Outgoing.json(200, thing)).orElseGet(() -> Outgoing.empty(404));
    }

    /** 200 with the thing after the change, or 404. */
    Outgoing change(Kind kind, String id, UnaryOperator<ObjectNode> change) {
        return books.find(kind, id)
                .map(thing -> Outgoing.json(200, books.put(kind, id, change.apply(thing))))
                .orElseGet(() -> Outgoing.empty(404));
    }

    /** 200 with an answer to a buyer, which is not kept; 404 for an unknown listing. */
    Outgoing answer(String listingId, ObjectNode body) {
        if (books.find(Kind.LISTING, listingId).isEmpty()) {
            return Outgoing.empty(404);
        }
        return Outgoing.json(
                200, body.deepCopy().put("answer_id", ids.next("ans_")).put("listing_id", listingId));
    }

    /** 201 with an offer under the gateway's identifier for it, where it has one; 404 for an unknown listing. */
    Outgoing offer(Incoming request, String listingId, ObjectNode body) {
        if (books.find(Kind.LISTING, listingId).isEmpty()) {
            return Outgoing.empty(404);
        }
        return Outgoing.json(201, keepOffer(field(request, "rctp-offer", ids.next("off_")), listingId, "buyer", body));
    }

    /** 201 with the seller's own offer in answer to this one, or 404. */
    Outgoing counter(Incoming request, String offerId, ObjectNode body) {
        Optional<ObjectNode> countered = books.find(Kind.OFFER, offerId);
        if (countered.isEmpty()) {
            return Outgoing.empty(404);
        }
        String named = field(request, "rctp-offer", offerId);
        String id = named.equals(offerId) ? ids.next("off_") : named;
        String listingId = countered.get().path("listing_id").stringValue("");
        books.put(Kind.OFFER, offerId, countered.get().put("state", "countered"));
        return Outgoing.json(201, keepOffer(id, listingId, "seller", body));
    }

    /** 201 with a deal under the gateway's identifier for it, where it has one. */
    Outgoing open(Incoming request) {
        String id = field(request, "rctp-deal", ids.next("dea_"));
        ObjectNode deal = JsonNodeFactory.instance
                .objectNode()
                .put("deal_id", id)
                .put("offer_id", field(request, "rctp-offer", ""))
                .put("state", "open");
        return Outgoing.json(201, books.put(Kind.DEAL, id, deal));
    }

    /** 200 with the account of the seller whom the gateway names, after these members were set. */
    Outgoing updateAccount(Incoming request, ObjectNode members) {
        ObjectNode account = account(request);
        account.setAll(members);
        return Outgoing.json(200, books.put(Kind.ACCOUNT, field(request, "rctp-seller", "unknown"), account));
    }

    /** The account of the seller whom the gateway names. */
    ObjectNode account(Incoming request) {
        String seller = field(request, "rctp-seller", "unknown");
        return books.find(Kind.ACCOUNT, seller)
                .orElseGet(() -> JsonNodeFactory.instance.objectNode().put("seller", seller));
    }

    private ObjectNode keepOffer(String id, String listingId, String by, ObjectNode body) {
        ObjectNode offer = body.deepCopy();
        offer.put("offer_id", id).put("listing_id", listingId).put("by", by).put("state", "open");
        return books.put(Kind.OFFER, id, offer);
    }

    private static String field(Incoming request, String name, String absent) {
        return request.fields().combined(name).orElse(absent);
    }
}
