package dev.rctp.gateway;

import dev.rctp.attest.Chains;
import dev.rctp.attest.GroupCommit;
import dev.rctp.attest.Perimeter;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.enforce.Boundary;
import dev.rctp.gateway.enforce.Carrier;
import dev.rctp.gateway.enforce.Enforcer;
import dev.rctp.gateway.enforce.GrantSource;
import dev.rctp.gateway.enforce.HeadProofs;
import dev.rctp.gateway.enforce.HeldCalls;
import dev.rctp.gateway.enforce.Marketplace;
import dev.rctp.gateway.enforce.Reads;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.gateway.http.edge.EdgeServer;
import dev.rctp.gateway.http.hosted.EnrolmentDoor;
import dev.rctp.gateway.http.hosted.SellerDoor;
import dev.rctp.gateway.http.rest.CallLog;
import dev.rctp.gateway.http.rest.CallMeter;
import dev.rctp.gateway.http.rest.EdgeRefusals;
import dev.rctp.gateway.http.rest.Responses;
import dev.rctp.gateway.http.rest.RestDoor;
import dev.rctp.gateway.http.rest.Routes;
import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.OperatorLimits;
import dev.rctp.gateway.limits.Room;
import dev.rctp.gateway.limits.WaitingReads;
import dev.rctp.gateway.management.CheckpointAdministration;
import dev.rctp.gateway.management.DealExport;
import dev.rctp.gateway.management.KeyAdministration;
import dev.rctp.gateway.management.ListingAdministration;
import dev.rctp.gateway.management.ManagementApi;
import dev.rctp.gateway.management.ManagementRefusals;
import dev.rctp.gateway.management.MetricsPage;
import dev.rctp.gateway.management.Readiness;
import dev.rctp.gateway.management.SellerAdministration;
import dev.rctp.gateway.observe.BatchSizes;
import dev.rctp.gateway.observe.CallCounters;
import dev.rctp.gateway.observe.Metrics;
import dev.rctp.gateway.observe.ObservedAuthenticator;
import dev.rctp.gateway.observe.ObservedDoor;
import dev.rctp.gateway.observe.ObservedFacts;
import dev.rctp.gateway.observe.ObservedGrants;
import dev.rctp.gateway.observe.ObservedLedger;
import dev.rctp.gateway.observe.ObservedMarketplace;
import dev.rctp.gateway.observe.ObservedWebhooks;
import dev.rctp.gateway.observe.Phases;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.gateway.seller.ApprovedCalls;
import dev.rctp.gateway.store.ApprovalNews;
import dev.rctp.gateway.store.AskedListings;
import dev.rctp.gateway.store.Database;
import dev.rctp.gateway.store.DatabaseUnavailableException;
import dev.rctp.gateway.store.LapsedDeals;
import dev.rctp.gateway.store.Leftovers;
import dev.rctp.gateway.store.OffBoarding;
import dev.rctp.gateway.store.OpenDeals;
import dev.rctp.gateway.store.SellerErasure;
import dev.rctp.gateway.store.SqlApprovals;
import dev.rctp.gateway.store.SqlCallStore;
import dev.rctp.gateway.store.SqlFacts;
import dev.rctp.gateway.store.SqlKeys;
import dev.rctp.gateway.store.SqlOperators;
import dev.rctp.gateway.store.SqlReads;
import dev.rctp.gateway.store.StoredTerms;
import dev.rctp.gateway.webhook.Destinations;
import dev.rctp.gateway.webhook.Outbox;
import dev.rctp.gateway.webhook.Sender;
import dev.rctp.grant.AuthorizationServer;
import dev.rctp.grant.GrantChecker;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MessageAuthenticator;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestAuthenticator;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SignaturePolicy;
import dev.rctp.msgsig.StandingAgents;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.Listings;
import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.Standings;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running gateway: every part of it, joined by constructors and by nothing else. */
public final class Gateway implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
    private static final Duration ANSWERS_KEPT = Duration.ofDays(2);
    private static final Duration GIVEN_UP_AFTER = Duration.ofDays(1);

    /** How long calls in flight may take when it stops. */
    public static final Duration DRAIN = Duration.ofSeconds(20);

    private final OpenParts parts = new OpenParts();
    private @Nullable RunningConfig running;

    /** Adds a sandbox's endpoints to the management port; what it does not answer is the management API's. */
    @FunctionalInterface
    public interface ManagementDoors {
        /** The handler to put before the management API. */
        RequestHandler before(RequestHandler managementApi, ListingAdministration listings);
    }

    /**
     * Starts everything and listens.
     *
     * @param clock the gateway's clock
     * @param wallClock the machine's, which readiness compares with the database's
     * @param binaryCache where an embedded database's programs are unpacked
     * @throws IOException for a key or TLS file that can't be used
     * @throws DatabaseUnavailableException for a database that can't be used
     */
    public static Gateway start(
            GatewayConfig config, InstantSource clock, InstantSource wallClock, Path binaryCache, ManagementDoors doors)
            throws IOException, DatabaseUnavailableException, InterruptedException {
        Cryptography cryptography = Cryptography.select();
        cryptography
                .passedOver()
                .forEach(reason ->
                        LOG.atWarn().addKeyValue("reason", reason).log("a faster cryptographic library is not used"));
        GatewayKeys keys = GatewayKeys.read(config.profile(), cryptography);
        Gateway gateway = new Gateway();
        try {
            Database database = gateway.parts.add(Database.open(config.store(), binaryCache));
            gateway.open(config, keys, database, clock, wallClock, doors);
            return gateway;
        } catch (RuntimeException | IOException e) {
            gateway.parts.close();
            throw e;
        }
    }

    private Gateway() {}

    private void open(
            GatewayConfig config,
            GatewayKeys keys,
            Database database,
            InstantSource clock,
            InstantSource wallClock,
            ManagementDoors doors)
            throws IOException {
        Registries registries = Registries.load();
        SecureRandom random = new SecureRandom();
        IdSource ids = IdSource.random(random);
        String run = ids.next("run_");
        SqlKeys publishedKeys = new SqlKeys(database.dataSource(), config.gatewayId(), run);
        SigningChoice signing = SigningChoice.open(keys, publishedKeys, clock.instant());
        parts.add(publishedKeys::gone);
        MessageSigner signer = new MessageSigner(signing, clock);

        // what is seen from outside
        Metrics metrics = parts.add(new Metrics());
        Tracing tracing = parts.add(Startup.tracing(config, random));
        Phases phases = new Phases(metrics, tracing);

        // what stands in the database
        GroupCommit ledger = parts.add(new GroupCommit(
                        database.dataSource(),
                        keys.entrySigner(signing),
                        clock,
                        GroupCommit.Settings.defaults(),
                        new BatchSizes(metrics))
                .start());
        Perimeter perimeter =
                parts.add(new Perimeter(ledger, config.gatewayId(), clock, Startup.perimeter(config.limits())).start());
        Listings listings = new Listings(database.dataSource());
        BudgetLimits budgets = config.offers().budgets();
        Moves moves = new Moves(budgets);
        Standings standings = new Standings(budgets);
        ListingService service = Startup.listingService(config.terms(), registries, random, clock);
        Outbox outbox = new Outbox(clock, config.webhooks().marketplaceUrl() != null);
        SqlCallStore calls = new SqlCallStore(
                database.dataSource(),
                new ObservedLedger(ledger, phases),
                moves,
                outbox,
                keys.checkoutSigner(signing, config.profile(), config.offers().checkoutLifetime()),
                new StoredTerms(database.dataSource(), service),
                clock,
                ANSWERS_KEPT,
                config.approvals().mostWaiting());

        HeadLog log = config.log() == null
                ? null
                : HeadLog.open(config.log(), keys.cryptography(), database.dataSource(), clock);
        if (log == null) {
            LOG.atWarn()
                    .log(
                            "no log of chain heads is kept: configure one, or a removed record can't be shown to be missing");
        }

        // who is asked over the network
        Network network = parts.add(Network.open(config, ids, wallClock, metrics, tracing));
        UpstreamStamp stamp = Startup.stamp(config.upstream(), signer);
        Marketplace marketplace = new ObservedMarketplace(network.marketplace(stamp), phases);
        Onboarded onboarded = new Onboarded(config.operators());
        CachedProfiles profiles = network.directory(config, onboarded, keys.cryptography(), clock);
        SqlOperators everywhere = new SqlOperators(database.dataSource(), config.gatewayId(), run);
        Roster roster = parts.add(Roster.open(onboarded, everywhere));
        OperatorStanding standing = roster.standing();
        RequestAuthenticator authenticator = new ObservedAuthenticator(
                new MessageAuthenticator(profiles, SignaturePolicy.of(config.requireCreated()), clock), phases);
        AuthorizationServer server = network.authorizationServer(config, clock);
        GrantSource grants = new ObservedGrants(
                new GrantChecker(server, config.profile().resource(), registries.schemas(), clock), phases, metrics);

        // the decision
        Boundary boundary = new Boundary(perimeter);
        OpenDeals deals = new OpenDeals(standings, registries.releaseConditions(), registries.checkpoints());
        SqlFacts facts = new SqlFacts(database.dataSource(), calls, config.listingIds(), standings, deals);
        Carrier carrier = new Carrier(
                calls,
                marketplace,
                clock,
                config.upstream().responseTimeout(),
                GIVEN_UP_AFTER,
                config.listingIds(),
                random);
        OperatorLimits operatorLimits = new OperatorLimits(config.limits().operator(), clock);
        StandingAgents agents = new StandingAgents(profiles);
        HeldCalls held = new HeldCalls(config.actions(), config.terms().sealingKeys(), random, agents);
        Enforcer enforcer = new Enforcer(
                grants,
                calls,
                registries.schemas(),
                new ObservedFacts(facts, phases),
                boundary,
                operatorLimits,
                carrier,
                Startup.approvals(config.approvals()),
                held,
                Startup.negotiation(config, registries, standing, agents, moves, ids, random),
                config.listingIds(),
                clock);
        SqlApprovals approvals =
                new SqlApprovals(database.dataSource(), new ObservedLedger(ledger, phases), outbox, random);
        ApprovalNews news = parts.add(new ApprovalNews(database.dataSource()).start());
        ApprovedCalls approved = new ApprovedCalls(approvals, enforcer, carrier.lease(), GIVEN_UP_AFTER, clock);
        Sender webhooks = parts.add(new Sender(
                database.dataSource(),
                new Destinations(
                        profiles,
                        onboarded,
                        everywhere::onboarded,
                        config.webhooks().marketplaceUrl()),
                network.toOperators(),
                network.toMarketplace(),
                new RequestSigner(signer, config.profile().url().toString()),
                clock,
                new ObservedWebhooks(metrics)));
        metrics.webhooksWaiting(webhooks::waitingForMarketplace, webhooks::waitingForOperators);
        Room callRoom = new Room(config.limits().concurrency());
        Chains chains = new Chains(database.dataSource());
        HeadProofs proofs = log == null ? HeadProofs.NONE : log::proof;
        SqlReads source = new SqlReads(database.dataSource(), standings, config.listingIds(), approvals, news, deals);
        Reads reads = new Reads(
                grants, source, chains, proofs, boundary, standing, operatorLimits, new WaitingReads(callRoom), clock);

        // the agents' door
        var documents = Startup.documents(config, keys, log, registries);
        Routes routes = Startup.routes(config, documents.paths());
        Responses responses = Startup.responses(config, signer, chains, clock);
        CallLog callLog = new CallLog(CallLog.CALLS, clock, tracing, new CallCounters(metrics, config.actions()));
        EdgeRefusals refusals = new EdgeRefusals(responses, boundary, callLog);
        SellerParts seller = new SellerParts(config, registries, random, clock);
        SellerDoor sellers = seller.approvals(approvals, held, approved, service);
        EnrolmentDoor enrolment = seller.enrolment(approvals, server);
        RestDoor door = new RestDoor(
                routes, authenticator, enforcer, reads, boundary, responses, documents, sellers, enrolment, callLog);
        ObservedDoor observed = new ObservedDoor(door, phases, tracing);
        AddressLimits addressLimits = new AddressLimits(config.limits().address(), clock);
        EdgeServer edge =
                network.agentsEdge(config, routes, observed, refusals, stamp, callLog, clock, addressLimits, callRoom);
        metrics.pool("database", database::inUse, database::idle, database::waiting)
                .gauge("rctp.calls.in.flight", "Governed calls being decided.", observed::inFlight)
                .gauge("rctp.connections.open", "Connections of clients.", edge::openConnections)
                .count(
                        "rctp.connections.turned.away",
                        "Connections closed unheard because there were too many.",
                        edge,
                        EdgeServer::turnedAway)
                .gauge("rctp.ledger.queue", "Units that wait to be written.", ledger::queued);

        // the management port
        ListingAdministration administration = new ListingAdministration(
                listings, service, ledger, outbox, registries.schemas(), config.listingIds(), random, clock);
        Readiness readiness = new Readiness(database, ledger, wallClock);
        ManagementApi api = new ManagementApi(
                readiness,
                administration,
                new SellerAdministration(
                        approvals,
                        new SellerErasure(database.dataSource(), ledger, ids, random),
                        registries.schemas(),
                        clock),
                new KeyAdministration(
                        publishedKeys,
                        () -> signing.get().thumbprint(),
                        signing::look,
                        ledger,
                        registries.schemas(),
                        clock),
                new CheckpointAdministration(log == null ? null : log::checkpoint, ledger),
                new DealExport(
                        chains,
                        proofs,
                        deal -> source.negotiation("deal", deal),
                        keys.published(),
                        log == null ? null : log.key()),
                config.management().debugPage() ? Startup.debugPage(config, profiles, clock) : null,
                new MetricsPage(metrics, config.management().metricsBearer()),
                config.management().bearer());
        EdgeServer management = network.managementEdge(
                config,
                doors.before(api, administration),
                new ManagementRefusals(new CallLog(CallLog.MANAGEMENT, clock, tracing, CallMeter.none())),
                clock);

        parts.add(new Housekeeping(
                        carrier,
                        calls,
                        approved,
                        approvals,
                        new Leftovers(database.dataSource(), 1000),
                        new AskedListings(database.dataSource(), ledger, outbox, random),
                        new LapsedDeals(database.dataSource(), ledger, outbox),
                        new OffBoarding(database.dataSource(), ledger, standing, everywhere, outbox, random),
                        roster,
                        webhooks,
                        signing,
                        publishedKeys,
                        log,
                        clock)
                .start());
        management.start();
        parts.add(() -> management.stop(Duration.ofSeconds(1)));
        edge.start();
        parts.add(() -> edge.stop(DRAIN));
        running = parts.add(new RunningConfig(
                config, network, edge, routes, roster, perimeter, addressLimits, seller.limits(), operatorLimits));
        parts.add(() -> stopping(readiness, observed.inFlight(), edge.openConnections()));
        LOG.atInfo()
                .addKeyValue("signatures", keys.cryptography().provider())
                .addKeyValue("address", config.listen().address().text())
                .addKeyValue("tls", Startup.tls(config.listen()))
                .addKeyValue("management", config.management().address().text())
                .log("listening");
    }

    private static void stopping(Readiness readiness, int calls, int connections) {
        readiness.stopping();
        LOG.atInfo()
                .addKeyValue("calls", calls)
                .addKeyValue("connections", connections)
                .log("stopping");
    }

    /**
     * Takes over what is safe of another configuration, without dropping a connection; what is not is named in the log and stays as it was.
     * Does nothing once the gateway is being closed.
     */
    public void reload(GatewayConfig next) {
        Objects.requireNonNull(running).take(next);
    }

    /** Finishes what is in flight, writes what is to be written, and stops; the database last. */
    @Override
    public void close() {
        parts.close();
        LOG.atInfo().log("stopped");
    }
}
