package dev.rctp.gateway.config;

import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.gateway.limits.AddressAllowance;
import dev.rctp.gateway.limits.Allowance;
import dev.rctp.msgsig.Authority;
import dev.rctp.msgsig.profile.ProfileUrl;
import dev.rctp.registries.Registries;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.OfferExpiry;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Builds the records from a file in which no fault was found. */
final class ConfigTree {

    private final Registries registries;
    private final JsonNode root;
    private final Path folder;

    ConfigTree(Registries registries, JsonNode root, Path folder) {
        this.registries = registries;
        this.root = root;
        this.folder = folder;
    }

    GatewayConfig config() {
        return new GatewayConfig(
                text("/gateway_id", Defaults.GATEWAY_ID),
                listen(),
                new ManagementConfig(
                        endpoint("/management/address", Defaults.MANAGEMENT),
                        secret("/management/bearer"),
                        flag("/management/debug_page"),
                        root.at("/management/metrics_bearer").isString() ? secret("/management/metrics_bearer") : null),
                upstream(),
                profile(),
                root.path("log").isObject() ? log() : null,
                list("/operators", this::operator),
                flag("/allow_loopback_profiles"),
                root.has("ucp_versions")
                        ? Set.copyOf(list("/ucp_versions", JsonNode::stringValue))
                        : Defaults.UCP_VERSIONS,
                flag("/require_created"),
                authorizationServer(),
                EffectiveActions.of(registries.actions(), root),
                ungoverned(),
                terms(),
                offers(),
                new DealsConfig(duration("/deals/funds_within", Defaults.DEALS.fundsWithin())),
                approvals(),
                new WebhooksConfig(
                        root.at("/webhooks/marketplace_url").isString()
                                ? URI.create(text("/webhooks/marketplace_url"))
                                : null),
                store(),
                limits(),
                telemetry(),
                ListingIdFolding.valueOf(
                        text("/listing_ids", Defaults.LISTING_IDS).toUpperCase(Locale.ROOT)));
    }

    private ListenConfig listen() {
        String scheme = text("/listen/scheme", Defaults.SCHEME);
        Set<String> authorities = list("/listen/public_authorities", JsonNode::stringValue).stream()
                .map(authority -> Authority.normalize(scheme, authority))
                .collect(Collectors.toSet());
        TlsIdentityFiles tls = root.at("/listen/tls").isObject()
                ? new TlsIdentityFiles(file("/listen/tls/certificate"), file("/listen/tls/key"))
                : null;
        return new ListenConfig(
                endpoint("/listen/address", Defaults.LISTEN),
                scheme,
                authorities,
                tls,
                tls != null && root.at("/listen/http2").booleanValue(true));
    }

    private UpstreamConfig upstream() {
        return new UpstreamConfig(
                URI.create(text("/upstream/base_url")),
                duration("/upstream/response_timeout", Defaults.RESPONSE_TIMEOUT),
                upstreamTimeouts(),
                number("/upstream/max_connections", Defaults.UPSTREAM_CONNECTIONS),
                number("/upstream/max_waiting", Defaults.UPSTREAM_WAITING),
                text("/upstream/http2", Defaults.UPSTREAM_HTTP2).equals("auto"),
                new UpstreamTls(
                        root.at("/upstream/tls/trust").isString() ? file("/upstream/tls/trust") : null,
                        root.at("/upstream/tls/certificate").isString()
                                ? new TlsIdentityFiles(file("/upstream/tls/certificate"), file("/upstream/tls/key"))
                                : null),
                UpstreamAuthentication.valueOf(text("/upstream/authenticate", Defaults.UPSTREAM_AUTHENTICATION)
                        .toUpperCase(Locale.ROOT)));
    }

    private OutboundTimeouts upstreamTimeouts() {
        OutboundTimeouts usual = Defaults.UPSTREAM_TIMEOUTS;
        return new OutboundTimeouts(
                duration("/upstream/turn_timeout", usual.turn()),
                duration("/upstream/name_timeout", usual.name()),
                duration("/upstream/connect_timeout", usual.connect()),
                duration("/upstream/tls_timeout", usual.tls()),
                duration("/upstream/write_timeout", usual.write()),
                duration("/upstream/first_byte_timeout", usual.firstByte()),
                duration("/upstream/between_bytes_timeout", usual.betweenBytes()),
                duration("/upstream/idle_timeout", usual.idle()));
    }

    private ProfileConfig profile() {
        return new ProfileConfig(
                URI.create(text("/profile/url")),
                text("/profile/resource"),
                file("/profile/signing_key"),
                list("/profile/retired_keys", key -> folder.resolve(key.stringValue())));
    }

    private LogConfig log() {
        return new LogConfig(
                file("/log/signing_key"),
                text("/log/origin", URI.create(text("/profile/url")).getRawAuthority()),
                duration("/log/interval", Defaults.LOG_INTERVAL));
    }

    private OperatorConfig operator(JsonNode entry) {
        boolean loopback = flag("/allow_loopback_profiles");
        Set<String> roles =
                entry.path("roles").valueStream().map(JsonNode::stringValue).collect(Collectors.toSet());
        return new OperatorConfig(
                ProfileUrl.normalize(entry.path("profile").stringValue(), loopback)
                        .orElseThrow(),
                entry.path("name").stringValue(),
                Arrays.stream(OperatorRole.values())
                        .filter(role -> roles.contains(role.token()))
                        .collect(Collectors.toSet()));
    }

    private AuthorizationServerConfig authorizationServer() {
        return new AuthorizationServerConfig(
                text("/authorization_server/issuer"),
                text("/authorization_server/client_id"),
                secret("/authorization_server/client_secret"),
                duration("/authorization_server/timeout", Defaults.INTROSPECTION_TIMEOUT),
                number("/authorization_server/max_connections", Defaults.INTROSPECTION_CONNECTIONS));
    }

    private UngovernedConfig ungoverned() {
        return new UngovernedConfig(
                list(
                        "/ungoverned/writes",
                        write -> Route.parse(write.stringValue()).orElseThrow()),
                flag("/ungoverned/forward_authorization"));
    }

    private TermsConfig terms() {
        Set<String> sets = new HashSet<>(list("/terms/term_sets", JsonNode::stringValue));
        sets.add(registries.defaultTermSet().id());
        return new TermsConfig(
                sets,
                encryptionKey(root.at("/terms/encryption_key")),
                list("/terms/retired_encryption_keys", ConfigTree::encryptionKey));
    }

    private static TermsConfig.EncryptionKey encryptionKey(JsonNode key) {
        return new TermsConfig.EncryptionKey(
                key.path("id").stringValue(), new Secret(key.path("key").stringValue()));
    }

    private OffersConfig offers() {
        OffersConfig usual = Defaults.OFFERS;
        return new OffersConfig(
                new OfferExpiry(
                        duration("/offers/expiry/default", usual.expiry().usual()),
                        duration("/offers/expiry/max", usual.expiry().longest())),
                new BudgetLimits(
                        number("/offers/budgets/per_agent", usual.budgets().perAgent()),
                        number("/offers/budgets/per_operator", usual.budgets().perOperator()),
                        number(
                                "/offers/budgets/per_seller_agent",
                                usual.budgets().perSellerAgent()),
                        duration("/offers/budgets/window", usual.budgets().window())),
                duration("/offers/checkout_lifetime", usual.checkoutLifetime()));
    }

    /** Where nothing else is said, pages are where the gateway's profile is, and passkeys belong to that host. */
    private ApprovalsConfig approvals() {
        URI page = WebUrl.origin(text("/profile/url")).orElseThrow();
        List<String> origins = list("/approvals/origins", JsonNode::stringValue);
        return new ApprovalsConfig(
                text("/approvals/rp_id", page.getHost()),
                origins.isEmpty() ? Set.of(page.toString()) : Set.copyOf(origins),
                Set.copyOf(list("/approvals/embedding_origins", JsonNode::stringValue)),
                page,
                duration("/approvals/timeout", Defaults.APPROVAL_TIMEOUT),
                number("/approvals/most_waiting", Defaults.APPROVALS_WAITING));
    }

    private StoreConfig store() {
        int connections = number("/store/max_connections", Defaults.STORE_CONNECTIONS);
        return root.at("/store/embedded").isString()
                ? new StoreConfig.Embedded(file("/store/embedded"), connections)
                : new StoreConfig.External(
                        text("/store/url"), text("/store/user"), secret("/store/password"), connections);
    }

    private LimitsConfig limits() {
        LimitsConfig usual = Defaults.LIMITS;
        return new LimitsConfig(
                number("/limits/body_bytes", usual.bodyBytes()),
                number("/limits/header_bytes", usual.headerBytes()),
                number("/limits/concurrency", usual.concurrency()),
                number("/limits/connections", usual.connections()),
                number("/limits/perimeter_per_address", usual.perimeterPerAddress()),
                root.at("/limits/address/enabled").booleanValue(true) ? address(Defaults.ADDRESS) : null,
                allowance("/limits/operator", usual.operator()));
    }

    private AddressAllowance address(AddressAllowance usual) {
        return new AddressAllowance(
                allowance("/limits/address", usual.calls()),
                number("/limits/address/connections", usual.connections()));
    }

    private Allowance allowance(String path, Allowance usual) {
        return new Allowance(
                number(path + "/rate", usual.rate()),
                number(path + "/burst", usual.burst()),
                number(path + "/concurrency", usual.concurrency()));
    }

    private TelemetryConfig telemetry() {
        String endpoint = text("/telemetry/otlp_endpoint", "");
        return new TelemetryConfig(
                endpoint.isEmpty() ? null : URI.create(endpoint),
                root.at("/telemetry/sample_ratio").doubleValue(Defaults.SAMPLE_RATIO));
    }

    private String text(String path) {
        return root.at(path).stringValue();
    }

    private String text(String path, String usual) {
        return root.at(path).stringValue(usual);
    }

    private int number(String path, int usual) {
        return root.at(path).intValue(usual);
    }

    private boolean flag(String path) {
        return root.at(path).booleanValue(false);
    }

    private Secret secret(String path) {
        return new Secret(text(path));
    }

    private Path file(String path) {
        return folder.resolve(text(path)).normalize();
    }

    private Duration duration(String path, Duration usual) {
        return Durations.read(root.at(path)).orElse(usual);
    }

    private Endpoint endpoint(String path, String usual) {
        return Endpoint.parse(text(path, usual)).orElseThrow();
    }

    private <T> List<T> list(String path, Function<JsonNode, T> element) {
        return root.at(path).valueStream().map(element).toList();
    }
}
