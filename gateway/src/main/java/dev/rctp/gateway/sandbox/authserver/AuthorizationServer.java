package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Journal;
import dev.rctp.gateway.sandbox.loopback.LoopbackServer;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Page;
import dev.rctp.gateway.sandbox.loopback.Routes;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** TEST ONLY: the sandbox's authorization server, running: the real OAuth endpoints of GRA-7 and the tests' own. */
public final class AuthorizationServer implements AutoCloseable {

    private final LoopbackServer server;
    private final List<Seller> sellers;

    private AuthorizationServer(LoopbackServer server, List<Seller> sellers) {
        this.server = server;
        this.sellers = sellers;
    }

    /** Starts it; throws where the port is taken or the state can't be read. */
    public static AuthorizationServer start(AuthorizationServerSettings settings) throws IOException {
        Accounts accounts = accounts(settings);
        Secrets secrets = new Secrets(settings.random());
        GrantStore store =
                new GrantStore(Journal.in(settings.state(), "grants.jsonl"), settings.clock(), secrets, settings.ids());
        List<Seller> sellers = accounts.sellers(settings.resource());
        LoopbackServer server = LoopbackServer.bind("test authorization server", settings.port());
        server.serve(routes(server.address(), settings, accounts, secrets, store, sellers));
        return new AuthorizationServer(server, sellers);
    }

    /** Its issuer identifier, which is also its base URL. */
    public String issuer() {
        return server.address();
    }

    /** The people with an account here. */
    public List<Seller> sellers() {
        return sellers;
    }

    /** Stops it. */
    @Override
    public void close() {
        server.close();
    }

    private static Routes routes(
            String issuer,
            AuthorizationServerSettings settings,
            Accounts accounts,
            Secrets secrets,
            GrantStore store,
            List<Seller> sellers) {
        ScopeBook scopes = new ScopeBook(settings.actions());
        VerbList verbs = new VerbList(scopes);
        ConsentScreen consent = new ConsentScreen(verbs);
        AuthorizationCodes codes = new AuthorizationCodes(store, settings.clock(), secrets);
        AuthorizeEndpoint authorize = new AuthorizeEndpoint(
                issuer,
                new AuthorizationRequests(issuer, settings.resource(), settings.clients(), scopes),
                codes,
                consent,
                sellers,
                settings.clock(),
                secrets);
        GrantsScreen grants =
                new GrantsScreen(issuer, store, settings.clients(), consent, verbs, sellers, settings.clock());
        Metadata metadata = new Metadata(issuer, scopes.names());
        Routes routes = new Routes()
                .on("GET", "/health", (request, none) -> Outgoing.empty(204))
                .on(
                        "GET",
                        "/.well-known/oauth-authorization-server",
                        (request, none) -> Outgoing.json(200, metadata.document()))
                .on("GET", "/style.css", (request, none) -> Outgoing.style(Page.load("style.css")))
                .on("GET", "/authorize", (request, none) -> authorize.show(request))
                .on("POST", "/authorize", (request, none) -> authorize.decide(request))
                .on("GET", "/grants", (request, none) -> grants.show(request))
                .on("POST", "/grants/{id}/revoke", (request, id) -> grants.revoke(request, id.getFirst()));
        addTokenRoutes(routes, issuer, settings, codes, store);
        addTestRoutes(routes, issuer, settings, accounts, store);
        return routes;
    }

    private static void addTokenRoutes(
            Routes routes,
            String issuer,
            AuthorizationServerSettings settings,
            AuthorizationCodes codes,
            GrantStore store) {
        TokenEndpoint token = new TokenEndpoint(settings.clients(), codes, store);
        RevocationEndpoint revoke = new RevocationEndpoint(settings.clients(), store);
        IntrospectionEndpoint introspect = new IntrospectionEndpoint(
                issuer,
                settings.resource(),
                settings.gatewayClientId(),
                settings.gatewayClientSecret(),
                store,
                settings.clock());
        routes.on("POST", "/token", (request, none) -> token.answer(request))
                .on("POST", "/revoke", (request, none) -> revoke.answer(request))
                .on("POST", "/introspect", (request, none) -> introspect.answer(request));
    }

    private static void addTestRoutes(
            Routes routes, String issuer, AuthorizationServerSettings settings, Accounts accounts, GrantStore store) {
        TestGrants grants = new TestGrants(store, settings.clients(), settings.clock());
        EnrolmentTickets tickets =
                new EnrolmentTickets(issuer, settings.resource(), accounts.key(), settings.clock(), settings.ids());
        routes.on("GET", "/jwks", (request, none) -> tickets.keys())
                .on("POST", "/test/grants", (request, none) -> grants.create(request))
                .on("POST", "/test/grants/{id}/revoke", (request, id) -> grants.revoke(id.getFirst()))
                .on("POST", "/test/tickets", (request, none) -> tickets.create(request));
    }

    private static Accounts accounts(AuthorizationServerSettings settings) throws IOException {
        Journal journal = Journal.in(settings.state(), "accounts.jsonl");
        List<Accounts> kept = new ArrayList<>();
        journal.replay(entry -> kept.add(Accounts.of(entry, settings.cryptography())));
        if (kept.isEmpty()) {
            Accounts fresh = Accounts.generate(settings.cryptography(), settings.random());
            journal.append(fresh.toJson());
            return fresh;
        }
        return kept.getLast();
    }
}
