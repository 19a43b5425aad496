package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.domain.approval.Passkey;
import dev.rctp.conformance.breakable.domain.approval.Passkeys;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The management API: listings that the marketplace tells of, and sellers' passkeys (LST-9, MGT-1). */
final class Management {

    private static final Pattern LISTING = Pattern.compile("/listings/([A-Za-z0-9._~-]{1,128})");
    private static final Pattern PASSKEYS = Pattern.compile("/sellers/([^/]+)/passkeys(?:/([A-Za-z0-9_-]+))?");
    private static final Pattern APPROVALS = Pattern.compile("/sellers/([^/]+)/approvals");

    private final Parts parts;
    private final Notices notices;
    private final Approvals approvals;
    private final Passkeys passkeys;

    Management(Parts parts, Notices notices, Approvals approvals, Passkeys passkeys) {
        this.parts = parts;
        this.notices = notices;
        this.approvals = approvals;
        this.passkeys = passkeys;
    }

    Response answer(Request request) {
        Matcher listing = LISTING.matcher(request.path());
        Matcher keys = PASSKEYS.matcher(request.path());
        Matcher asked = APPROVALS.matcher(request.path());
        try {
            if (listing.matches()) {
                return parts.state().locked(() -> listing(request, listing.group(1)));
            }
            if (keys.matches()) {
                return passkeys(request, decoded(keys.group(1)), keys.group(2));
            }
            if (request.path().equals("/checkpoint") && request.method().equals("POST")) {
                return parts.state().locked(() -> Response.json(200, parts.log().sign(parts.now())));
            }
            return asked.matches()
                    ? parts.state().locked(() -> approvals(decoded(asked.group(1))))
                    : Response.json(404, Json.object());
        } catch (IllegalArgumentException bad) {
            return error(400, "request_invalid", String.valueOf(bad.getMessage()));
        }
    }

    private Response listing(Request request, String id) {
        Listing known = parts.state().listings.get(id);
        return switch (request.method()) {
            case "PUT" -> put(known, id, body(request, "listing-registration"));
            case "DELETE" -> known == null ? error(404, "not_in_scope", "There is no such listing.") : withdrawn(known);
            default -> Response.empty(405).with("Allow", "PUT, DELETE");
        };
    }

    private Response withdrawn(Listing listing) {
        listing.withdrawn = true;
        ends(listing);
        told(listing, "listing_ended");
        return Response.empty(204);
    }

    private Response put(@Nullable Listing known, String id, ObjectNode told) {
        String seller = Json.text(told, "seller");
        String title = Json.text(told, "title");
        JsonNode price = told.path("list_price");
        String set = Json.text(told, "term_set");
        if (!parts.registries().termSets().containsKey(set)) {
            return error(400, "request_invalid", "The term set is unknown.");
        }
        if (known == null) {
            Listing listing = new Listing(id, seller, title, price, set);
            parts.state().listings.put(id, listing);
            told(listing, "listing_told");
            return Response.json(200, listing.shown());
        }
        if (stillSold(known)) {
            return error(409, "listing_closed", "The listing was sold by a deal.");
        }
        boolean anew = !known.seller.equals(seller) || known.withdrawn || known.sold != null;
        boolean otherTerms =
                !known.termSet.equals(set) || !known.listPrice.path("currency").equals(price.path("currency"));
        if (anew) {
            ends(known);
            known.era++;
            known.withdrawn = false;
            known.sold = null;
            known.sellerOperators.clear();
        }
        known.seller = seller;
        known.title = title;
        known.listPrice = price;
        known.termSet = set;
        if (anew || otherTerms) {
            known.terms = null;
        }
        told(known, "listing_told");
        return Response.json(200, known.shown());
    }

    private boolean stillSold(Listing listing) {
        Deal deal = listing.sold;
        String state = deal == null ? "lapsed" : deal.money.state(parts.now());
        Offer holder = listing.hold;
        boolean selling = holder != null && holder.checkout != null && holder.checkout.redeeming;
        return selling || !(state.equals("lapsed") || state.equals("refunded"));
    }

    /** A listing's end is that of its offers, hold and checkout that wasn't redeemed. */
    private void ends(Listing listing) {
        for (Offer offer : listing.offers) {
            Checkout checkout = offer.checkout;
            if (checkout != null && !checkout.redeemed) {
                checkout.voided = true;
            }
        }
        listing.hold = null;
        notices.declineStanding(listing, null);
    }

    private void told(Listing listing, String kind) {
        parts.ledger().append(listing.subject(), kind, Json.object().put("listing_hash", listing.hash()));
        approvals.changed(listing);
    }

    private Response passkeys(Request request, String seller, @Nullable String credential) {
        if (credential != null) {
            return passkeys.remove(seller, credential)
                    ? Response.empty(204)
                    : error(404, "not_in_scope", "There is no such passkey.");
        }
        if (request.method().equals("POST")) {
            ObjectNode told = body(request, "passkey-import");
            passkeys.add(
                    seller,
                    new Passkey(
                            Json.text(told, "credential_id"),
                            Passkey.jwk(told.path("jwk")),
                            told.path("sign_count").asLong(0)));
            return Response.json(201, Json.object());
        }
        ObjectNode list = Json.object();
        list.set("passkeys", passkeys.descriptors(seller));
        return Response.json(200, list);
    }

    private Response approvals(String seller) {
        ObjectNode list = Json.object();
        list.set(
                "approvals",
                Json.list(parts.state().approvals.values().stream()
                        .filter(a -> a.call.seller().sub().equals(seller))
                        .map(a -> a.request(parts.config().origin()))
                        .toList()));
        return Response.json(200, list.put("more", false));
    }

    private ObjectNode body(Request request, String schema) {
        try {
            ObjectNode body = StrictJson.parseObject(request.body());
            parts.registries().schemas().validate(schema, body).stream()
                    .findFirst()
                    .ifPresent(fault -> {
                        throw new IllegalArgumentException("'" + fault.path() + "': " + fault.message());
                    });
            return body;
        } catch (InvalidJsonException e) {
            throw new IllegalArgumentException("the body is not one object in I-JSON", e);
        }
    }

    private static String decoded(String segment) {
        return URLDecoder.decode(segment.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    private static Response error(int status, String code, String content) {
        ObjectNode error = Json.object().put("code", code).put("content", content);
        error.set("detail", Json.object());
        return Response.json(status, error);
    }
}
