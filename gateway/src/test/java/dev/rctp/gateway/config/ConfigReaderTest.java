package dev.rctp.gateway.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.limits.AddressAllowance;
import dev.rctp.gateway.limits.Allowance;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.registries.Action;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import dev.rctp.registries.Tier;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.OfferExpiry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class ConfigReaderTest {

    private static final Registries REGISTRIES = Registries.load();
    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final String KEY = "A".repeat(43);
    private static final Map<String, String> ENVIRONMENT = Map.of(
            "RCTP_MANAGEMENT_BEARER",
            "management-secret-1",
            "RCTP_CLIENT_SECRET",
            "client-secret",
            "RCTP_TERMS_KEY",
            KEY);

    @TempDir
    Path folder;

    @BeforeEach
    void key() throws IOException {
        Files.createDirectories(folder.resolve("keys"));
        write("keys/gateway.jwk", SignatureAlgorithm.ES256);
        write("keys/log.jwk", SignatureAlgorithm.ED25519);
    }

    @Test
    @DisplayName("the documented example is good, and what it leaves out has these defaults")
    void readsExample() throws IOException {
        GatewayConfig config = good(example());
        assertThat(config)
                .isEqualTo(new GatewayConfig(
                        "gw-1",
                        new ListenConfig(
                                new Endpoint("0.0.0.0", 8443), "https", Set.of("agents.shop.example"), null, false),
                        new ManagementConfig(
                                new Endpoint("127.0.0.1", 8444), new Secret("management-secret-1"), false, null),
                        new UpstreamConfig(
                                URI.create("http://127.0.0.1:8080"),
                                Duration.ofSeconds(10),
                                OutboundTimeouts.defaults(),
                                256,
                                1024,
                                true,
                                new UpstreamTls(null, null),
                                UpstreamAuthentication.SIGNATURE),
                        new ProfileConfig(
                                URI.create("https://agents.shop.example/.well-known/ucp"),
                                "https://agents.shop.example",
                                folder.resolve("keys/gateway.jwk"),
                                List.of()),
                        null,
                        List.of(
                                operator(
                                        "https://seller-ops.example/.well-known/ucp",
                                        "Seller Ops",
                                        OperatorRole.SELLER),
                                operator("https://buyer-ops.example/.well-known/ucp", "Buyer Ops", OperatorRole.BUYER),
                                operator(
                                        "https://escrow.example/.well-known/ucp",
                                        "Example Escrow",
                                        OperatorRole.HOLDER)),
                        false,
                        Set.of("2026-08-25"),
                        false,
                        new AuthorizationServerConfig(
                                "https://login.shop.example",
                                "gateway",
                                new Secret("client-secret"),
                                Duration.ofSeconds(1),
                                64),
                        REGISTRIES.actions().all(),
                        new UngovernedConfig(
                                List.of(
                                        new Route("POST", "/search"),
                                        new Route("POST", "/listings/{listing_id}/views")),
                                false),
                        new TermsConfig(
                                Set.of("goods.small/1"),
                                new TermsConfig.EncryptionKey("k1", new Secret(KEY)),
                                List.of()),
                        new OffersConfig(
                                new OfferExpiry(Duration.ofHours(48), Duration.ofDays(7)),
                                new BudgetLimits(3, 10, 3, Duration.ofHours(24)),
                                Duration.ofMinutes(30)),
                        new DealsConfig(Duration.ofDays(3)),
                        new ApprovalsConfig(
                                "agents.shop.example",
                                Set.of("https://agents.shop.example"),
                                Set.of(),
                                URI.create("https://agents.shop.example"),
                                Duration.ofMinutes(15),
                                20),
                        new WebhooksConfig(null),
                        new StoreConfig.Embedded(folder.resolve("data"), 16),
                        new LimitsConfig(
                                262_144,
                                16_384,
                                512,
                                4_096,
                                60,
                                address(1_000, 5_000, 256, 1_024),
                                new Allowance(1_000, 5_000, 256)),
                        new TelemetryConfig(null, 0.1),
                        ListingIdFolding.EXACT));
    }

    @ParameterizedTest(name = "{0}: {1}")
    @DisplayName("the defaults that the schema tells are those that hold")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    gateway_id | "gateway"
                    listen.address | "0.0.0.0:8443"
                    listen.scheme | "https"
                    management.address | "127.0.0.1:8444"
                    management.debug_page | false
                    upstream.connect_timeout | "2s"
                    upstream.response_timeout | "10s"
                    upstream.turn_timeout | "1s"
                    upstream.name_timeout | "2s"
                    upstream.tls_timeout | "5s"
                    upstream.write_timeout | "30s"
                    upstream.first_byte_timeout | "30s"
                    upstream.between_bytes_timeout | "10m"
                    upstream.idle_timeout | "30s"
                    upstream.max_connections | 256
                    upstream.max_waiting | 1024
                    upstream.http2 | "auto"
                    upstream.authenticate | "signature"
                    profile.retired_keys | []
                    log.interval | "1h"
                    operators | []
                    allow_loopback_profiles | false
                    ucp_versions | ["2026-08-25"]
                    require_created | false
                    authorization_server.timeout | "1s"
                    authorization_server.max_connections | 64
                    routes | {}
                    allowed_tiers | {}
                    ungoverned.writes | []
                    ungoverned.forward_authorization | false
                    terms.term_sets | []
                    terms.retired_encryption_keys | []
                    offers.expiry.default | "48h"
                    offers.expiry.max | "7d"
                    offers.budgets.per_agent | 3
                    offers.budgets.per_operator | 10
                    offers.budgets.per_seller_agent | 3
                    offers.budgets.window | "24h"
                    offers.checkout_lifetime | "30m"
                    deals.funds_within | "72h"
                    store.max_connections | 16
                    limits.body_bytes | 262144
                    limits.header_bytes | 16384
                    limits.concurrency | 512
                    limits.connections | 4096
                    limits.perimeter_per_address | 60
                    limits.address.enabled | true
                    limits.address.rate | 1000
                    limits.address.burst | 5000
                    limits.address.concurrency | 256
                    limits.address.connections | 1024
                    limits.operator.rate | 1000
                    limits.operator.burst | 5000
                    limits.operator.concurrency | 256
                    telemetry.sample_ratio | 0.1
                    listing_ids | "exact"
                    """)
    void schemaTellsDefaults(String member, String value) throws IOException, InvalidJsonException {
        byte[] schema = Files.readAllBytes(Path.of("../registries/schemas/gateway-config.schema.json"));
        String pointer = "/properties/" + member.replace(".", "/properties/") + "/default";
        assertThat(StrictJson.parse(schema).at(pointer)).hasToString(value);
    }

    private static AddressAllowance address(int rate, int burst, int concurrency, int connections) {
        return new AddressAllowance(new Allowance(rate, burst, concurrency), connections);
    }

    @Test
    @DisplayName("REC-7: a log has its gateway's name and an hour unless it is said otherwise")
    void logDefaults() throws IOException {
        assertThat(good(example() + "\nlog: {signing_key: keys/log.jwk}\n").log())
                .isEqualTo(new LogConfig(folder.resolve("keys/log.jwk"), "agents.shop.example", Duration.ofHours(1)));
    }

    @Test
    @DisplayName("limits for each address can be turned off")
    void noAddressLimits() throws IOException {
        GatewayConfig config = good(example() + "\nlimits: {address: {enabled: false, rate: 3}}\n");
        assertThat(config.limits().address()).isNull();
        assertThat(config.limits().operator()).isEqualTo(new Allowance(1_000, 5_000, 256));
    }

    @Test
    @DisplayName("every section can be set")
    void readsEverything() throws IOException {
        write("old.jwk", SignatureAlgorithm.ES256);
        GatewayConfig config = good("""
                listen: {address: "[::1]:9000", scheme: http, public_authorities: ["Shop.Example:80", "shop.example:8080"]}
                management: {address: "localhost:0", bearer: management-secret-1, metrics_bearer: metrics-secret-01}
                upstream: {base_url: "https://api.example", connect_timeout: 200ms, response_timeout: 3m, max_connections: 1,
                           authenticate: signature}
                profile: {url: "https://SHOP.example:8080/.well-known/./ucp", resource: "http://localhost:9000/m", signing_key: keys/gateway.jwk,
                          retired_keys: [old.jwk]}
                log: {signing_key: keys/log.jwk, origin: shop.example/log, interval: 5m}
                operators: [{profile: "HTTP://LOCALHOST:4004/a/../b", name: B, roles: [carrier, marketplace]}]
                allow_loopback_profiles: true
                ucp_versions: ["2026-01-01", "2026-08-25"]
                require_created: true
                authorization_server: {issuer: "http://127.0.0.1:4000", client_id: c, client_secret: s, timeout: 500ms,
                                       max_connections: 2}
                routes: {offer.accept: "PUT /v1/offers/{offer_id}/yes"}
                allowed_tiers: {listing.create: [auto, ask]}
                ungoverned: {writes: ["POST /offers/{offer_id}/accept"], forward_authorization: true}
                terms: {term_sets: [vehicles/1], encryption_key: {id: k2, key: "${RCTP_TERMS_KEY}"},
                        retired_encryption_keys: [{id: k1, key: "${RCTP_TERMS_KEY}"}]}
                offers: {expiry: {default: 1h, max: 2h}, budgets: {per_agent: 4, per_operator: 5, per_seller_agent: 6, window: 1h},
                         checkout_lifetime: 1d}
                store: {url: "jdbc:postgresql://db.example/rctp", user: u, password: "$${p}", max_connections: 5}
                limits: {body_bytes: 2048, header_bytes: 4096, concurrency: 1, connections: 2, perimeter_per_address: 0,
                         address: {rate: 3, burst: 4, concurrency: 5, connections: 6}, operator: {rate: 7, burst: 8, concurrency: 9}}
                telemetry: {otlp_endpoint: "http://collector:4318/v1/traces", sample_ratio: 1}
                listing_ids: lowercase
                """);
        assertThat(config.listen())
                .isEqualTo(new ListenConfig(
                        new Endpoint("::1", 9000), "http", Set.of("shop.example", "shop.example:8080"), null, false));
        assertThat(config.management().metricsBearer()).isEqualTo(new Secret("metrics-secret-01"));
        assertThat(config.upstream().timeouts().connect()).isEqualTo(Duration.ofMillis(200));
        assertThat(config.upstream().responseTimeout()).isEqualTo(Duration.ofMinutes(3));
        assertThat(config.profile().retiredKeys()).containsExactly(folder.resolve("old.jwk"));
        assertThat(config.log())
                .isEqualTo(new LogConfig(folder.resolve("keys/log.jwk"), "shop.example/log", Duration.ofMinutes(5)));
        assertThat(config.offers())
                .isEqualTo(new OffersConfig(
                        new OfferExpiry(Duration.ofHours(1), Duration.ofHours(2)),
                        new BudgetLimits(4, 5, 6, Duration.ofHours(1)),
                        Duration.ofDays(1)));
        assertThat(config.operators())
                .containsExactly(new OperatorConfig(
                        "http://localhost:4004/b", "B", Set.of(OperatorRole.CARRIER, OperatorRole.MARKETPLACE)));
        assertThat(action(config, "offer.accept"))
                .extracting(Action::method, Action::path)
                .containsExactly("PUT", "/v1/offers/{offer_id}/yes");
        assertThat(action(config, "listing.create").allowedTiers()).containsOnly(Tier.AUTO, Tier.ASK);
        assertThat(config.terms().termSets()).containsOnly("goods.small/1", "vehicles/1");
        assertThat(config.store())
                .isEqualTo(new StoreConfig.External("jdbc:postgresql://db.example/rctp", "u", new Secret("${p}"), 5));
        assertThat(config.limits())
                .isEqualTo(new LimitsConfig(2048, 4096, 1, 2, 0, address(3, 4, 5, 6), new Allowance(7, 8, 9)));
        assertThat(config.telemetry()).isEqualTo(new TelemetryConfig(URI.create("http://collector:4318/v1/traces"), 1));
        assertThat(config.listingIds()).isEqualTo(ListingIdFolding.LOWERCASE);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName(
            "APR-3, APR-5: sellers can answer at the page of profile.url, which is among the origins as browsers write it")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    {} | https://agents.shop.example | agents.shop.example | https://agents.shop.example
                    {} | https://AGENTS.shop.example:443 | agents.shop.example | https://agents.shop.example
                    {rp_id: shop.example, embedding_origins: ["https://www.shop.example", "http://localhost:8080", "http://shop.localhost"]} | https://agents.shop.example | shop.example | https://agents.shop.example
                    {rp_id: shop.example, origins: ["https://www.shop.example", "https://agents.shop.example"]} | https://agents.shop.example | shop.example | https://agents.shop.example https://www.shop.example
                    {rp_id: localhost, origins: ["http://localhost:4001"]} | http://localhost:4001 | localhost | http://localhost:4001
                    {} | http://127.0.0.1:4001 | 127.0.0.1 | http://127.0.0.1:4001
                    """)
    void sellersCanAnswer(String approvals, String own, String rpId, String origins) throws IOException {
        String authority = URI.create(own).getRawAuthority();
        ApprovalsConfig read = good(example()
                                .replace("url: https://agents.shop.example/", "url: " + own + "/")
                                .replace("[agents.shop.example]", "[\"" + authority + "\"]")
                                .replace("gateway_id: gw-1", "gateway_id: gw-1\nallow_loopback_profiles: true")
                        + "\napprovals: " + approvals + "\n")
                .approvals();
        assertThat(read.rpId()).isEqualTo(rpId);
        assertThat(read.origins()).containsExactlyInAnyOrder(origins.split(" "));
        assertThat(read.origins()).contains(read.page().toString());
    }

    @ParameterizedTest(name = "{0} -> {1}")
    @DisplayName("each fault is told at its path and line")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    address: 0.0.0.0:8443 | address: 0.0.0.0:88443 | /listen/address | 0 | must be host:port with a port of at most 65535
                    [agents.shop.example] | ["a.example:70000"] | /listen/public_authorities/0 | 0 | has a port over 65535
                    address: 0.0.0.0:8443 | address: 0.0.0.0:8443\\n  http2: true | /listen/http2 | 1 | needs listen.tls: without it only HTTP/1.1 is spoken
                    address: 0.0.0.0:8443 | address: 0.0.0.0:8443\\n  tls: {certificate: a.pem, key: keys/gateway.jwk} | /listen/tls/certificate | 1 | must name a file that can be read
                    address: 0.0.0.0:8443 | address: 0.0.0.0:8443\\n  tls: {certificate: keys/gateway.jwk, key: a.key} | /listen/tls/certificate | 1 | must name a file that holds certificates in PEM
                    address: 0.0.0.0:8443 | address: 0.0.0.0:8443\\n  scheme: http\\n  tls: {certificate: a.pem, key: a.key} | /listen/scheme | 1 | must be https where there is listen.tls
                    address: 0.0.0.0:8443 | address: 0.0.0.0:8443\\n  tls: {certificate: a.pem} | /listen/tls/key | 1 | is required
                    gateway_id: gw-1 | gateway: gw-1 | /gateway | 0 | is not a known member
                    gateway_id: gw-1 | "telemetry": {otlp_endpoint: "collector:4318"} | /telemetry/otlp_endpoint | 0 | must be http:// or https:// with a host, and without query, fragment and user
                    base_url: http://127.0.0.1:8080 | base_url: http://127.0.0.1:8080/v1 | /upstream/base_url | 0 | must be http:// or https:// with a host and perhaps a port, and nothing else
                    response_timeout: 10s | response_timeout: 10 | /upstream/response_timeout | 0 | must be a duration above 0, such as 500ms, 10s, 15m, 48h or 7d
                    response_timeout: 10s | response_timeout: 0s | /upstream/response_timeout | 0 | must be a duration above 0, such as 500ms, 10s, 15m, 48h or 7d
                    response_timeout: 10s | authenticate: mtls | /upstream/authenticate | 0 | mtls needs an https base_url, tls.certificate and tls.key
                    gateway_id: gw-1 | log: {signing_key: keys/gateway.jwk} | /log/signing_key | 0 | must hold a key for EdDSA (Ed25519)
                    gateway_id: gw-1 | log: {signing_key: keys/other.jwk} | /log/signing_key | 0 | must name a file that can be read
                    gateway_id: gw-1 | log: {origin: shop.example} | /log/signing_key | 0 | is required
                    gateway_id: gw-1 | log: {signing_key: keys/log.jwk, origin: shop log} | /log/origin | 0 | must be 1 to 255 visible characters of ASCII, none of them a plus sign, such as shop.example
                    gateway_id: gw-1 | log: {signing_key: keys/log.jwk, interval: 0s} | /log/interval | 0 | must be a duration above 0, such as 500ms, 10s, 15m, 48h or 7d
                    gateway_id: gw-1 | log: {signing_key: keys/log.jwk, origin: "a+b"} | /log/origin | 0 | must be 1 to 255 visible characters of ASCII, none of them a plus sign, such as shop.example
                    gateway_id: gw-1 | log: {signing_key: keys/log.jwk, interval: 59s} | /log/interval | 0 | must be from one minute to one day
                    signing_key: keys/gateway.jwk | signing_key: keys/other.jwk | /profile/signing_key | 0 | must name a file that can be read
                    resource: https://agents.shop.example | resource: http://agents.shop.example | /profile/resource | 0 | must be an https URL without query and fragment
                    profile: https://buyer-ops.example/.well-known/ucp | profile: https://SELLER-OPS.example/.well-known/./ucp | /operators/1/profile | 0 | is the profile of an operator further up
                    profile: https://buyer-ops.example/.well-known/ucp | profile: http://localhost:4004/b | /operators/1/profile | 0 | must be an https URL without fragment (http on loopback: allow_loopback_profiles)
                    roles: [holder] | roles: [escrow] | /operators/2/roles/0 | 0 | is not one of the allowed values
                    issuer: https://login.shop.example | issuer: https://login.shop.example?x=1 | /authorization_server/issuer | 0 | must be an https URL without query and fragment (http on loopback: allow_loopback_profiles)
                    issuer: https://login.shop.example | issuer: http://127.0.0.1:4000 | /authorization_server/issuer | 0 | must be an https URL without query and fragment (http on loopback: allow_loopback_profiles)
                    url: https://agents.shop.example/.well-known/ucp | url: https://agents.shop.example/profile | /profile/url | 0 | must end in /.well-known/ucp, where the gateway answers with its profile
                    url: https://agents.shop.example/.well-known/ucp | url: https://agents.shop.example/.well-known/ucp?v=1 | /profile/url | 0 | must end in /.well-known/ucp, where the gateway answers with its profile
                    url: https://agents.shop.example/.well-known/ucp | url: https://shop.example/.well-known/ucp | /profile/url | 0 | must have one of listen.public_authorities
                    url: https://agents.shop.example/.well-known/ucp | url: https://agents.shop.example:8443/.well-known/ucp | /profile/url | 0 | must have one of listen.public_authorities
                    ${RCTP_CLIENT_SECRET} | ${RCTP_MISSING} | /authorization_server/client_secret | 0 | names the environment variable RCTP_MISSING, which is not set
                    ${RCTP_CLIENT_SECRET} | ${RCTP_MISSING | /authorization_server/client_secret | 0 | has ${ without the name of an environment variable and }
                    - POST /search | - POST /offers/{x}/accept | /ungoverned/writes/0 | 0 | covers calls of offer.accept, which are governed (PRX-4)
                    - POST /search | - POST /LISTINGS | /ungoverned/writes/0 | 0 | covers calls of listing.create, which are governed (PRX-4)
                    - POST /search | - POST /a/../b | /ungoverned/writes/0 | 0 | must be a method and a path template such as POST /offers/{offer_id}/accept
                    - POST /search | - GET /search | /ungoverned/writes/0 | 0 | has the wrong form
                    key: ${RCTP_TERMS_KEY} | key: ${RCTP_CLIENT_SECRET} | /terms/encryption_key/key | 0 | must be 32 bytes in base64url without padding
                    encryption_key: | term_sets: [boats/1]\\n  encryption_key: | /terms/term_sets/0 | 0 | is not a registered term set
                    gateway_id: gw-1 | "offers": {expiry: {max: 8d}} | /offers/expiry/max | 0 | must be at most 7 days (OFF-4)
                    gateway_id: gw-1 | "offers": {expiry: {default: 2h, max: 1h}} | /offers/expiry/default | 0 | must not be longer than max
                    gateway_id: gw-1 | "offers": {budgets: {per_agent: 0}} | /offers/budgets/per_agent | 0 | is too small; the least is 1
                    gateway_id: gw-1 | "offers": {budgets: {per_agent: 11}} | /offers/budgets/per_operator | 0 | must not be less than per_agent: an operator has its agents'
                    gateway_id: gw-1 | "offers": {budgets: {window: 59m}} | /offers/budgets/window | 0 | must be from one hour to 30 days: in a shorter one prices are tried out again and again
                    gateway_id: gw-1 | "offers": {budgets: {window: 31d}} | /offers/budgets/window | 0 | must be from one hour to 30 days: in a shorter one prices are tried out again and again
                    gateway_id: gw-1 | "offers": {checkout_lifetime: 59s} | /offers/checkout_lifetime | 0 | must be from one minute to one day: the listing is held for it (OFF-8)
                    gateway_id: gw-1 | "offers": {checkout_lifetime: 25h} | /offers/checkout_lifetime | 0 | must be from one minute to one day: the listing is held for it (OFF-8)
                    gateway_id: gw-1 | "deals": {funds_within: 59m} | /deals/funds_within | 0 | must be from one hour to 30 days (EVT-6)
                    gateway_id: gw-1 | "deals": {funds_within: 31d} | /deals/funds_within | 0 | must be from one hour to 30 days (EVT-6)
                    gateway_id: gw-1 | "offers": {checkout: 30m} | /offers/checkout | 0 | is not a known member
                    gateway_id: gw-1 | "approvals": {rp_id: other.example} | /approvals/rp_id | 0 | must be agents.shop.example, the host of profile.url, or a domain above it
                    gateway_id: gw-1 | "approvals": {rp_id: other.example, origins: ["https://www.other.example"]} | /approvals/rp_id | 0 | must be agents.shop.example, the host of profile.url, or a domain above it
                    gateway_id: gw-1 | "approvals": {rp_id: hop.example} | /approvals/rp_id | 0 | must be agents.shop.example, the host of profile.url, or a domain above it
                    gateway_id: gw-1 | "approvals": {rp_id: example} | /approvals/rp_id | 0 | must be a domain of your own, such as shop.example
                    gateway_id: gw-1 | "approvals": {rp_id: com} | /approvals/rp_id | 0 | must be a domain of your own, such as shop.example
                    gateway_id: gw-1 | "approvals": {rp_id: co.uk} | /approvals/rp_id | 0 | must be a domain of your own, such as shop.example
                    gateway_id: gw-1 | "approvals": {rp_id: 192.0.2.1} | /approvals/rp_id | 0 | must be a domain of your own, such as shop.example
                    gateway_id: gw-1 | "approvals": {rp_id: "https://shop.example"} | /approvals/rp_id | 0 | must be a domain in small letters, without scheme and port, such as shop.example
                    gateway_id: gw-1 | "approvals": {origins: ["https://www.elsewhere.example"]} | /approvals/origins | 0 | must have https://agents.shop.example among them, where approval_url leads (profile.url)
                    gateway_id: gw-1 | "approvals": {origins: ["https://www.elsewhere.example"]} | /approvals/origins/0 | 0 | must be of agents.shop.example, the domain of sellers' passkeys (rp_id)
                    gateway_id: gw-1 | "approvals": {rp_id: shop.example, origins: ["https://www.shop.example"]} | /approvals/origins | 0 | must have https://agents.shop.example among them, where approval_url leads (profile.url)
                    gateway_id: gw-1 | "approvals": {origins: ["http://agents.shop.example"]} | /approvals/origins/0 | 0 | must be https: elsewhere than on loopback browsers have no passkeys without it
                    gateway_id: gw-1 | "approvals": {origins: ["https://AGENTS.shop.example:443"]} | /approvals/origins/0 | 0 | must be written as browsers do: https://agents.shop.example
                    gateway_id: gw-1 | "approvals": {origins: ["https://agents.shop.example/"]} | /approvals/origins/0 | 0 | must be an origin such as https://shop.example
                    gateway_id: gw-1 | "approvals": {embedding_origins: ["http://www.shop.example"]} | /approvals/embedding_origins/0 | 0 | must be https: elsewhere than on loopback browsers have no passkeys without it
                    gateway_id: gw-1 | "approvals": {timeout: 15} | /approvals/timeout | 0 | must be a duration above 0, such as 500ms, 10s, 15m, 48h or 7d
                    gateway_id: gw-1 | "approvals": {timeout: 2d} | /approvals/timeout | 0 | must be from 30 seconds to one day
                    gateway_id: gw-1 | "webhooks": {marketplace_url: "https://u@shop.example/w"} | /webhooks/marketplace_url | 0 | must be http:// or https:// with a host, and without query, fragment and user
                    embedded: data | url: jdbc:postgresql://h/d?user=u | /store/user | -1 | is required
                    embedded: data | embedded: data\\n  user: u | /store/user | 1 | does not go with embedded
                    embedded: data | max_connections: 5 | /store | -1 | needs embedded or url
                    """)
    void tellsFault(String from, String to, String path, int below, String message) throws IOException {
        String text = example();
        assertThat(text).contains(from);
        int line = 1
                + (int) text.substring(0, text.indexOf(from))
                        .chars()
                        .filter(c -> c == '\n')
                        .count()
                + below;
        assertThat(faults(text.replace(from, to.replace("\\n", "\n"))))
                .contains(new ConfigFault(path, line, message))
                .extracting(ConfigFault::path)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName(
            "DEC-4, INV-3: a configuration that gives a fixed forbid a route twice, a tier, or another action more tiers does not start")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    allowed_tiers: {account.update: [ask]} | /allowed_tiers/account.update | is always forbidden, by no configuration otherwise (DEC-4, INV-3)
                    allowed_tiers: {deal.sign_contract: [forbid]} | /allowed_tiers/deal.sign_contract | is always forbidden, by no configuration otherwise (DEC-4, INV-3)
                    allowed_tiers: {listing.set_terms: [auto, ask]} | /allowed_tiers/listing.set_terms | has the tiers that the protocol gives it; only listing.create may be given auto (DEC-4)
                    allowed_tiers: {listing.create: [auto]} | /allowed_tiers/listing.create | must be ask, or auto and ask (DEC-4)
                    allowed_tiers: {listing.create: [ask, forbid]} | /allowed_tiers/listing.create | must be ask, or auto and ask (DEC-4)
                    allowed_tiers: {listing.fly: [ask]} | /allowed_tiers/listing.fly | is not a registered action
                    scopes: {account.update: dev.rctp.deal:account} | /scopes | is not a known member
                    routes: {listing.fly: POST /fly} | /routes/listing.fly | is not a registered action
                    routes: {deal.disclose_passport: POST /passport} | /routes/deal.disclose_passport | has no route in this version
                    routes: {offer.accept: "POST /offers/{id}/accept"} | /routes/offer.accept | must have the placeholders of the default route: {offer_id}
                    routes: {offer.accept: "POST /offers/{offer_id}/{offer_id}"} | /routes/offer.accept | must be a method and a path template such as POST /offers/{offer_id}/accept
                    routes: {offer.accept: "POST /offers/{offer_id}/Counter"} | /routes/offer.accept | offer.counter and offer.accept would share calls
                    """)
    void keepsTheActions(String member, String path, String message) throws IOException {
        assertThat(faults(example() + member + "\n"))
                .singleElement()
                .satisfies(fault -> assertThat(fault.path()).isEqualTo(path))
                .satisfies(fault -> assertThat(fault.message()).isEqualTo(message))
                .satisfies(fault -> assertThat(fault.line()).isNotNull());
    }

    @Test
    @DisplayName("all faults are told at once, in the file's order, of the schema and beyond it alike")
    void tellsAllFaults() throws IOException {
        String text = example()
                .replace("gateway_id: gw-1", "gateway_id: GW 1")
                .replace("signing_key: keys/gateway.jwk", "signing_key: missing.jwk")
                .replace("${RCTP_CLIENT_SECRET}", "${NOPE}")
                .replace("  embedded: data", "  embedded: data\n  fast: true");
        assertThat(faults(text))
                .extracting(ConfigFault::path)
                .containsExactly(
                        "/gateway_id", "/profile/signing_key", "/authorization_server/client_secret", "/store/fast");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("what is not one plain YAML document is told as such")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    a: [1 | | is not well-formed YAML
                    `` | | is empty
                    # only a comment | | is empty
                    gateway_id: a\\ngateway_id: b | /gateway_id | stands there twice
                    gateway_id: &x a\\nlisting_ids: *x | /listing_ids | is an alias; write the value out
                    gateway_id: a\\n---\\ngateway_id: b | `` | holds more than one document
                    """)
    void tellsUnusualYaml(String text, String path, String message) throws IOException {
        assertThat(faults(text.replace("\\n", "\n")))
                .extracting(ConfigFault::path, ConfigFault::message)
                .contains(tuple(path == null ? "" : path, message));
    }

    @Test
    @DisplayName("a file that is not there is a fault, not a stack trace")
    void tellsMissingFile() {
        assertThat(reader().read(folder.resolve("none.yaml")))
                .isEqualTo(new ConfigReading.Faulty(List.of(new ConfigFault("", null, "The file does not exist."))));
    }

    @Test
    @DisplayName("a file that this user may not read, or that is no text, is said to be so")
    void tellsUnreadableFile() throws IOException {
        assertThat(ConfigReader.sentence(new AccessDeniedException("gateway.yaml")))
                .contains("permission is denied");
        Path file = Files.write(folder.resolve("gateway.yaml"), new byte[] {(byte) 0xff});
        assertThat(reader().read(file))
                .isEqualTo(new ConfigReading.Faulty(
                        List.of(new ConfigFault("", null, "The file can't be read as UTF-8 text."))));
    }

    @Test
    @DisplayName("every member that a configuration may have stands in the documented example")
    void exampleIsComplete() throws IOException, InvalidJsonException {
        byte[] schema = Files.readAllBytes(Path.of("../registries/schemas/gateway-config.schema.json"));
        Set<String> names = new TreeSet<>();
        members(StrictJson.parse(schema), names);
        String example = example();
        assertThat(names)
                .contains("gateway_id", "perimeter_per_address")
                .allSatisfy(name -> assertThat(example).containsPattern("\\b" + name + ":"));
    }

    private static void members(JsonNode schema, Set<String> names) {
        schema.path("properties").properties().forEach(member -> {
            names.add(member.getKey());
            members(member.getValue(), names);
        });
        if (schema.has("items")) {
            members(schema.path("items"), names);
        }
    }

    @Test
    @DisplayName("a number or a text beyond its bound is told with the bound")
    void tellsBounds() throws IOException {
        assertThat(faults(example() + "\nlimits: {address: {rate: 0}, header_bytes: 9999999}\n"))
                .extracting(ConfigFault::path, ConfigFault::message)
                .contains(
                        tuple("/limits/address/rate", "is too small; the least is 1"),
                        tuple("/limits/header_bytes", "is too large; the most is 1048576"));
        assertThat(faults(example().replace("bearer: ${RCTP_MANAGEMENT_BEARER}", "bearer: hush")))
                .extracting(ConfigFault::message)
                .contains("is too short; characters needed: 16");
    }

    @Test
    @DisplayName("no text of a configuration or of its faults shows a secret")
    void hidesSecrets() throws IOException {
        assertThat(good(example()).toString())
                .contains("bearer=***", "clientSecret=***", "key=***")
                .doesNotContain("management-secret-1", "client-secret", KEY);
        String broken = example()
                .replace("key: ${RCTP_TERMS_KEY}", "key: hush-hush")
                .replace("bearer: ${RCTP_MANAGEMENT_BEARER}", "bearer: hush");
        assertThat(faults(broken)).hasSize(2).asString().doesNotContain("hush");
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName(
            "REC-2, REC-5: a key file that holds no ES256 key is a fault of the configuration, and nothing of it is quoted")
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
                    not JSON | must name a file that holds a JWK | must name a file that holds a JWK
                    [] | must name a file that holds a JWK | must name a file that holds a JWK
                    {} | must hold a private ES256 key as a JWK: the key's type and curve are not supported | must hold an ES256 key as a JWK: the key's type and curve are not supported
                    ES384 | must hold a key for ES256 (P-256), not for ES384 | must hold a key for ES256 (P-256), not for ES384
                    ED25519 | must hold a key for ES256 (P-256), not for EdDSA | must hold a key for ES256 (P-256), not for EdDSA
                    """)
    void tellsBadKeys(String content, String signing, String retired) throws IOException {
        if (content.startsWith("E")) {
            write("bad.jwk", SignatureAlgorithm.valueOf(content));
        } else {
            Files.writeString(folder.resolve("bad.jwk"), content);
        }
        assertThat(faults(example().replace("keys/gateway.jwk", "bad.jwk")))
                .extracting(ConfigFault::path, ConfigFault::message)
                .containsExactly(tuple("/profile/signing_key", signing));
        assertThat(faults(example()
                        .replace(
                                "signing_key: keys/gateway.jwk",
                                "signing_key: keys/gateway.jwk\n  retired_keys: [bad.jwk]")))
                .extracting(ConfigFault::path, ConfigFault::message)
                .containsExactly(tuple("/profile/retired_keys/0", retired));
    }

    @Test
    @DisplayName("REC-5: a public key does not sign, but may be a retired one")
    void publicKeyFile() throws IOException {
        ObjectNode jwk = CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ES256);
        jwk.remove("d");
        Files.writeString(folder.resolve("public.jwk"), jwk.toString());
        assertThat(faults(example().replace("keys/gateway.jwk", "public.jwk")))
                .singleElement()
                .satisfies(fault -> assertThat(fault.message()).contains("d is not a string"));
        good(example()
                .replace(
                        "signing_key: keys/gateway.jwk",
                        "signing_key: keys/gateway.jwk\n  retired_keys: [public.jwk]"));
    }

    @Test
    @DisplayName("DIS-1, OPR-5: the gateway's own profile is of the newest UCP version spoken")
    void profileVersion() throws IOException {
        assertThat(good(example()).profileVersion()).isEqualTo("2026-08-25");
        assertThat(good(example() + "ucp_versions: ['2027-01-01', '2026-08-25', '2025-12-31']\n")
                        .profileVersion())
                .isEqualTo("2027-01-01");
    }

    private void write(String file, SignatureAlgorithm algorithm) throws IOException {
        Files.writeString(
                folder.resolve(file), CRYPTOGRAPHY.generateJwk(algorithm).toString());
    }

    private static OperatorConfig operator(String profile, String name, OperatorRole role) {
        return new OperatorConfig(profile, name, Set.of(role));
    }

    private static Action action(GatewayConfig config, String name) {
        return config.actions().stream()
                .filter(action -> action.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static String example() throws IOException {
        return Files.readString(Path.of("../docs/gateway.example.yaml"));
    }

    private GatewayConfig good(String text) throws IOException {
        ConfigReading reading = read(text);
        assertThat(reading).isInstanceOf(ConfigReading.Good.class);
        return ((ConfigReading.Good) reading).config();
    }

    private List<ConfigFault> faults(String text) throws IOException {
        ConfigReading reading = read(text);
        assertThat(reading).isInstanceOf(ConfigReading.Faulty.class);
        return ((ConfigReading.Faulty) reading).faults();
    }

    private ConfigReading read(String text) throws IOException {
        Path file = folder.resolve("gateway.yaml");
        Files.writeString(file, text);
        return reader().read(file);
    }

    private static ConfigReader reader() {
        return new ConfigReader(REGISTRIES, ENVIRONMENT);
    }
}
