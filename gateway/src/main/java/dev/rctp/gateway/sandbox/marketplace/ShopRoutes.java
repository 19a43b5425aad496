package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Routes;
import dev.rctp.gateway.sandbox.marketplace.Books.Kind;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the marketplace's paths: the default routes of the governed verbs, and reads of its own. */
final class ShopRoutes {

    private ShopRoutes() {}

    /** All of them. */
    static Routes of(Shop shop) {
        Routes routes = new Routes();
        reads(routes, shop);
        listings(routes, shop);
        offersAndDeals(routes, shop);
        return routes.on("POST", Marketplace.WEBHOOKS, (request, none) -> Outgoing.empty(204));
    }

    private static void reads(Routes routes, Shop shop) {
        routes.on("GET", "/listings", (request, none) -> Outgoing.json(200, shop.all(Kind.LISTING, any -> true)))
                .on("GET", "/listings/{id}", (request, id) -> shop.show(Kind.LISTING, id.getFirst()))
                .on(
                        "GET",
                        "/listings/{id}/offers",
                        (request, id) -> Outgoing.json(
                                200,
                                shop.all(
                                        Kind.OFFER,
                                        offer -> offer.path("listing_id")
                                                .stringValue("")
                                                .equals(id.getFirst()))))
                .on("GET", "/offers/{id}", (request, id) -> shop.show(Kind.OFFER, id.getFirst()))
                .on("GET", "/deals/{id}", (request, id) -> shop.show(Kind.DEAL, id.getFirst()))
                .on("GET", "/account", (request, none) -> Outgoing.json(200, shop.account(request)))
                .on(
                        "GET",
                        "/search",
                        (request, none) -> Outgoing.json(
                                200, shop.search(request.parameters().get("q").orElse(""))))
                .on("GET", "/download", (request, none) -> Streams.download(request.parameters()))
                .on("GET", "/events-stream", (request, none) -> Streams.events(request.parameters()));
    }

    private static void listings(Routes routes, Shop shop) {
        routes.on(
                        "POST",
                        "/listings",
                        (request, none) -> shop.list(request, request.json().object()))
                .on(
                        "POST",
                        "/listings/{id}/answers",
                        (request, id) ->
                                shop.answer(id.getFirst(), request.json().object()))
                .on(
                        "POST",
                        "/listings/{id}/offers",
                        (request, id) -> shop.offer(
                                request, id.getFirst(), request.json().object()))
                .on("POST", "/listings/{id}/reprice", (request, id) -> {
                    ObjectNode body = request.json().object();
                    return shop.change(Kind.LISTING, id.getFirst(), listing -> {
                        listing.set("list_price", body.path("list_price"));
                        return listing;
                    });
                })
                .on("PUT", "/listings/{id}/terms", (request, id) -> {
                    ObjectNode body = request.json().object();
                    return shop.change(Kind.LISTING, id.getFirst(), listing -> {
                        listing.setAll(body.deepCopy().without(List.of("listing_id", "seller")));
                        return listing;
                    });
                })
                .on(
                        "PATCH",
                        "/account",
                        (request, none) ->
                                shop.updateAccount(request, request.json().object()));
    }

    private static void offersAndDeals(Routes routes, Shop shop) {
        routes.on(
                        "POST",
                        "/offers/{id}/counter",
                        (request, id) -> shop.counter(
                                request, id.getFirst(), request.json().object()))
                .on(
                        "POST",
                        "/offers/{id}/accept",
                        (request, id) ->
                                shop.change(Kind.OFFER, id.getFirst(), offer -> offer.put("state", "accepted")))
                .on("POST", "/deals", (request, none) -> shop.open(request))
                .on("POST", "/deals/{id}/commit", (request, id) -> {
                    ObjectNode body = request.json().object();
                    return shop.change(Kind.DEAL, id.getFirst(), deal -> {
                        deal.set("commitment", body);
                        return deal;
                    });
                })
                .on("POST", "/deals/{id}/events", (request, id) -> {
                    ObjectNode body = request.json().object();
                    return shop.change(Kind.DEAL, id.getFirst(), deal -> {
                        deal.withArrayProperty("events").add(body);
                        return deal;
                    });
                });
    }
}
