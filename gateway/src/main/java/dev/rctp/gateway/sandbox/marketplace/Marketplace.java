package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.gateway.sandbox.loopback.Behaviours;
import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Journal;
import dev.rctp.gateway.sandbox.loopback.LoopbackServer;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Routes;
import dev.rctp.gateway.sandbox.marketplace.Books.Kind;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.Money;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: the example marketplace, running: an ordinary API that takes writes only from its gateway (PRX-6). */
public final class Marketplace implements AutoCloseable {

    /** Where it takes webhooks of a gateway that is told so (WHK-1); the sandbox's sends them to the operators' host. */
    static final String WEBHOOKS = "/rctp-webhooks";

    private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");

    private final LoopbackServer server;
    private final GatewayCheck gateway;
    private final Shop shop;
    private final Effects effects = new Effects();
    private final RequestLog log = new RequestLog();
    private final Behaviours behaviours = new Behaviours();
    private final Routes routes;
    private final Routes tests;

    private Marketplace(LoopbackServer server, GatewayCheck gateway, Shop shop) {
        this.server = server;
        this.gateway = gateway;
        this.shop = shop;
        this.routes = ShopRoutes.of(shop);
        this.tests = testRoutes();
    }

    /** Starts it; throws where the port is taken or the state can't be read. */
    public static Marketplace start(MarketplaceSettings settings) throws IOException {
        Books books = new Books(Journal.in(settings.state(), "marketplace.jsonl"));
        LoopbackServer server = LoopbackServer.bind("example marketplace", settings.port());
        Marketplace marketplace = new Marketplace(server, settings.gateway(), new Shop(books, settings.ids()));
        server.serve(marketplace::answer);
        return marketplace;
    }

    /** Its base URL, without a trailing slash. */
    public String address() {
        return server.address();
    }

    /** Lists a thing as if the seller had done so on the marketplace's own screens; gives its {@code listing_id}. */
    public String addListing(String seller, String title, Money listPrice) {
        ObjectNode members = JsonNodeFactory.instance.objectNode().put("title", title);
        members.putObject("list_price").put("amount", listPrice.amount()).put("currency", listPrice.currency());
        return shop.add(seller, members).get("listing_id").stringValue();
    }

    /** The identifiers of this seller's listings, oldest first. */
    public List<String> listingsOf(String seller) {
        return shop.all(
                        Kind.LISTING,
                        listing -> listing.path("seller").stringValue("").equals(seller))
                .valueStream()
                .map(listing -> listing.path("listing_id").stringValue(""))
                .toList();
    }

    /** Stops it. */
    @Override
    public void close() {
        server.close();
    }

    private Outgoing answer(Incoming request) throws IOException, InterruptedException {
        if (request.path().startsWith("/test/") || request.path().equals("/health")) {
            return RequestLog.forwarded(request.fields()) ? Outgoing.empty(404) : tests.answer(request);
        }
        AtomicBoolean effect = log.note(request);
        Optional<Behaviours.Behaviour> behaviour = behaviours.take(request);
        Outgoing answer = behaviour.isPresent() && behaviour.get().status() != 0
                ? Outgoing.json(behaviour.get().status(), behaviour.get().body())
                : carryOut(request, effect);
        if (behaviour.isPresent()) {
            Thread.sleep(behaviour.get().delay());
        }
        return answer;
    }

    private Outgoing carryOut(Incoming request, AtomicBoolean effect) throws IOException, InterruptedException {
        if (READS.contains(request.method())) {
            return routes.answer(request);
        }
        if (!gateway.cameThroughGateway(message(request), request.body())) {
            ObjectNode body = JsonNodeFactory.instance
                    .objectNode()
                    .put("error", "this marketplace takes writes from its gateway only");
            return Outgoing.json(401, body);
        }
        return effects.once(request, effect, () -> routes.answer(request));
    }

    private static RequestMessage message(Incoming request) {
        return new RequestMessage(
                request.method(),
                "http",
                request.fields().combined("host").orElse("").toLowerCase(Locale.ROOT),
                request.path(),
                request.query(),
                request.fields());
    }

    private Routes testRoutes() {
        return new Routes()
                .on("GET", "/health", (request, none) -> Outgoing.empty(204))
                .on("GET", "/test/log", (request, none) -> Outgoing.json(200, log.toJson()))
                .on("DELETE", "/test/log", (request, none) -> {
                    log.clear();
                    return Outgoing.empty(204);
                })
                .on("POST", "/test/behaviour", (request, none) -> {
                    behaviours.plan(request.json());
                    return Outgoing.json(200, request.json().object());
                })
                .on("DELETE", "/test/behaviour", (request, none) -> {
                    behaviours.clear();
                    return Outgoing.empty(204);
                });
    }
}
