package dev.rctp.conformance.world;

import dev.rctp.conformance.hosts.AuthorizationServerHost;
import dev.rctp.conformance.hosts.MarketplaceHost;
import dev.rctp.conformance.hosts.OperatorHosts;
import dev.rctp.conformance.hosts.OperatorKeys;
import dev.rctp.conformance.hosts.RunnerClock;
import dev.rctp.conformance.hosts.WebhookReceiver;
import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.plan.Routes;
import dev.rctp.conformance.server.Place;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.wire.Call;
import dev.rctp.registries.Registries;
import java.net.InetSocketAddress;
import java.net.URI;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.random.RandomGenerator;

/** The target and all that it talks to: one authorization server, one marketplace, the operators with their webhooks. */
public final class World implements AutoCloseable {

    private final Plan plan;
    private final Registries registries;
    private final Target target;
    private final TargetClock clock;
    private final SecureRandom random = new SecureRandom();
    private final AuthorizationServerHost authorizationServer;
    private final MarketplaceHost marketplace;
    private final OperatorHosts operators;
    private final WebhookReceiver webhooks = new WebhookReceiver();
    private final Cast cast;

    /** Starts the hosts of the plan; throws {@link java.io.UncheckedIOException} for an address that can't be listened at. */
    public World(Plan plan, Registries registries) {
        this.plan = plan;
        this.registries = registries;
        Routes routes = new Routes(registries.actions(), plan.target().routes());
        this.target = new Target(plan.target(), routes, plan.timeout());
        RunnerClock time = new RunnerClock();
        this.clock = new TargetClock(plan.target().clockUrl(), time);
        Plan.RunnerSite site = plan.runner();
        OperatorKeys keys = new OperatorKeys(site.seed());
        this.authorizationServer = new AuthorizationServerHost(
                place(site, 0, site.authorizationServer()),
                new AuthorizationServerHost.Settings(
                        site.clientId(),
                        site.clientSecret(),
                        plan.target().resource(),
                        keys.key(keys.privateJwk("authorization-server"))),
                time,
                random);
        this.marketplace = new MarketplaceHost(
                place(site, 1, site.marketplace()), request -> creates(routes, request), time, random);
        this.operators = new OperatorHosts(place(site, 2, site.operators()), Cast.identities(), keys, webhooks, time);
        this.cast = new Cast(operators, keys);
    }

    private static Place place(Plan.RunnerSite site, int offset, URI url) {
        return new Place(new InetSocketAddress(site.address(), site.port() + offset), null, url.toString());
    }

    private static boolean creates(Routes routes, Received request) {
        return request.method().equals(routes.method("listing.create"))
                && request.path().equals(routes.path("listing.create", ""));
    }

    /** What the tester says. */
    public Plan plan() {
        return plan;
    }

    /** The vocabulary. */
    public Registries registries() {
        return registries;
    }

    /** The gateway that is judged. */
    public Target target() {
        return target;
    }

    /** The one time. */
    public TargetClock clock() {
        return clock;
    }

    /** Randomness. */
    public RandomGenerator random() {
        return random;
    }

    /** Who grants. */
    public AuthorizationServerHost authorizationServer() {
        return authorizationServer;
    }

    /** Where accepted calls go. */
    public MarketplaceHost marketplace() {
        return marketplace;
    }

    /** Where profiles are. */
    public OperatorHosts operators() {
        return operators;
    }

    /** Where webhooks go. */
    public WebhookReceiver webhooks() {
        return webhooks;
    }

    /** The operators and their agents. */
    public Cast cast() {
        return cast;
    }

    /** What a call is signed with if it is sent now. */
    public Call.Sending sending() {
        return new Call.Sending(clock.now(), target.scheme(), target.authority(), fresh(24));
    }

    /** A new random text of so many octets, base64url. */
    public String fresh(int octets) {
        byte[] some = new byte[octets];
        random.nextBytes(some);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(some);
    }

    @Override
    public void close() {
        operators.close();
        marketplace.close();
        authorizationServer.close();
    }
}
