package dev.rctp.gateway.sandbox;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.Gateway;
import dev.rctp.gateway.OpenParts;
import dev.rctp.gateway.config.ConfigReader;
import dev.rctp.gateway.config.ConfigReading;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.http.rest.Discovery;
import dev.rctp.gateway.management.ListingAdministration;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServer;
import dev.rctp.gateway.sandbox.authserver.AuthorizationServerSettings;
import dev.rctp.gateway.sandbox.authserver.Seller;
import dev.rctp.gateway.sandbox.marketplace.Marketplace;
import dev.rctp.gateway.sandbox.marketplace.MarketplaceSettings;
import dev.rctp.gateway.sandbox.marketplace.SignedByGateway;
import dev.rctp.gateway.sandbox.operators.HostedOperator;
import dev.rctp.gateway.sandbox.operators.OperatorHosts;
import dev.rctp.gateway.sandbox.operators.OwnOperator;
import dev.rctp.gateway.store.DatabaseUnavailableException;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: everything on loopback in one process: authorization server, marketplace, operators' hosts, and a real gateway
 * between them, started from a configuration file like any other.
 */
public final class Sandbox implements AutoCloseable {

    private final Path state;
    private final SandboxAddresses addresses;
    private final OpenParts running = new OpenParts();
    private final List<String> ownProfiles = new ArrayList<>();

    private Sandbox(Path state, SandboxAddresses addresses) {
        this.state = state;
        this.addresses = addresses;
    }

    /**
     * Starts it and writes {@code sandbox.json} when all of it answers.
     *
     * @param state the folder that keeps its data; made if it is not there
     * @param programCache where the database's programs are unpacked
     */
    public static Sandbox start(Path state, SandboxPorts ports, Path programCache)
            throws IOException, DatabaseUnavailableException, InterruptedException {
        return start(state, ports, programCache, List.of());
    }

    /**
     * Starts it with operators of the user's own onboarded.
     *
     * @param own beside the cast there is
     */
    public static Sandbox start(Path state, SandboxPorts ports, Path programCache, List<OwnOperator> own)
            throws IOException, DatabaseUnavailableException, InterruptedException {
        Sandbox sandbox = new Sandbox(Files.createDirectories(state).toAbsolutePath(), ports.addresses());
        try {
            sandbox.open(ports, programCache, own);
            return sandbox;
        } catch (IOException | DatabaseUnavailableException | InterruptedException | RuntimeException e) {
            sandbox.close();
            throw e;
        }
    }

    /** Where everything is. */
    public SandboxAddresses addresses() {
        return addresses;
    }

    /** The file that tells others where everything is. */
    public Path file() {
        return state.resolve("sandbox.json");
    }

    /** The profile URLs of the user's own operators: the names under which they call. */
    public List<String> ownProfiles() {
        return List.copyOf(ownProfiles);
    }

    private void open(SandboxPorts ports, Path programCache, List<OwnOperator> own)
            throws IOException, DatabaseUnavailableException, InterruptedException {
        running.add(StateLock.take(state));
        SandboxFile.withdraw(state);
        SecureRandom random = new SecureRandom();
        IdSource ids = IdSource.random(random);
        SandboxClock clock = new SandboxClock(Clock.systemUTC());
        SandboxConfig configuration = new SandboxConfig(state, random);
        Map<String, String> secrets = configuration.secrets();
        Cryptography cryptography = Cryptography.select();

        OperatorHosts operators = running.add(OperatorHosts.start(ports.operators(), cryptography, state, own));
        operators.operators().stream()
                .filter(operator -> own.stream().anyMatch(guest -> guest.name().equals(operator.name())))
                .map(HostedOperator::profile)
                .forEach(ownProfiles::add);
        AuthorizationServer authorizationServer = running.add(AuthorizationServer.start(new AuthorizationServerSettings(
                ports.authorizationServer(),
                addresses.gateway(),
                SandboxConfig.CLIENT_ID,
                secret(secrets, "RCTP_CLIENT_SECRET"),
                Registries.load().actions().all(),
                operators,
                clock,
                cryptography,
                random,
                ids,
                state)));
        configuration.keepSigningKeys(cryptography);
        Marketplace marketplace = running.add(Marketplace.start(new MarketplaceSettings(
                ports.marketplace(),
                new SignedByGateway(URI.create(addresses.gateway() + Discovery.PROFILE_PATH), cryptography, clock),
                ids,
                state)));
        PersonsTurn person = new PersonsTurn(addresses, operators.operators().getFirst(), clock);
        GatewayConfig config = read(configuration.write(addresses, ports, operators.operators()), secrets);
        running.add(Gateway.start(config, clock, Clock.systemUTC(), programCache, (api, listings) -> {
            TestListings testListings = new TestListings(marketplace, listings);
            seed(testListings, marketplace, authorizationServer.sellers());
            return new TestDoors(clock, testListings, person, api);
        }));

        List<String> subs =
                authorizationServer.sellers().stream().map(Seller::sub).toList();
        SellerPasskeys passkeys = new SellerPasskeys(subs, cryptography, random, state);
        VouchedPasskeys.tell(
                URI.create(addresses.management()), secret(secrets, "RCTP_MANAGEMENT_SECRET"), passkeys.all());
        running.<AutoCloseable>add(() -> SandboxFile.withdraw(state)); // before anything stops
        SandboxFile.write(SandboxFile.compose(addresses, operators.operators(), passkeys.all()), state);
    }

    private static GatewayConfig read(Path file, Map<String, String> secrets) throws IOException {
        return switch (new ConfigReader(Registries.load(), secrets).read(file)) {
            case ConfigReading.Good good -> good.config();
            case ConfigReading.Faulty faulty ->
                throw new IOException("the sandbox's configuration: " + faulty.faults());
        };
    }

    /** Each seller has one listing with approved terms from the start. */
    private static void seed(TestListings listings, Marketplace marketplace, List<Seller> sellers) {
        for (Seller seller : sellers) {
            if (marketplace.listingsOf(seller.sub()).isEmpty()) {
                try {
                    listings.add(firstListing(seller), "sandbox-start");
                } catch (ListingAdministration.Rejected | LedgerUnavailableException | SQLException e) {
                    throw new IllegalStateException("a first listing can't be made", e);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    throw new IllegalStateException("interrupted", e);
                }
            }
        }
    }

    private static ObjectNode firstListing(Seller seller) {
        ObjectNode listing = JsonNodeFactory.instance.objectNode();
        listing.put("seller", seller.sub())
                .put("title", seller.name() + "'s bicycle")
                .put("term_set", "goods.small/1");
        listing.putObject("list_price").put("amount", 25_000).put("currency", "EUR");
        ObjectNode terms = listing.putObject("terms");
        terms.putObject("floor").put("amount", 18_000).put("currency", "EUR");
        terms.put(
                "available_until",
                InstantSource.system().instant().plus(Duration.ofDays(365)).toString());
        terms.putArray("fulfillment_options").add("pickup").add("shipping");
        terms.putArray("payment_terms").add("escrow");
        terms.put("deliver_within_days", 7);
        return listing;
    }

    private static String secret(Map<String, String> secrets, String name) throws IOException {
        String secret = secrets.get(name);
        if (secret == null) {
            throw new IOException("the sandbox's secrets have no " + name);
        }
        return secret;
    }

    /** Takes {@code sandbox.json} away, then stops everything, the last started first. */
    @Override
    public void close() {
        running.close();
    }
}
