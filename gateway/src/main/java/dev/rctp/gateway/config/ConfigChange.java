package dev.rctp.gateway.config;

import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.gateway.limits.AddressAllowance;
import dev.rctp.registries.Action;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What another configuration means to a gateway that runs.
 *
 * @param taken the members whose new values it takes over, by their names in the file such as {@code limits.address.rate}
 * @param left the members that differ from those it was started with and take a restart
 */
public record ConfigChange(List<String> taken, List<String> left) {

    /** Whether a running gateway takes another value over. */
    enum Rule {
        TAKEN,
        /** Only in another one's place: the first and the last one take a restart. */
        REPLACED,
        /** Of the marketplace's TLS: only for the marketplace that the gateway was started with. */
        TAKEN_FOR_MARKETPLACE,
        /** Both. */
        REPLACED_FOR_MARKETPLACE,
        LEFT
    }

    /** A member of the file, and where its value stands. */
    record Member(String name, Rule rule, Function<GatewayConfig, @Nullable Object> value) {

        boolean differs(GatewayConfig one, GatewayConfig other) {
            return !Objects.equals(value.apply(one), value.apply(other));
        }

        boolean mayBeTaken(GatewayConfig started, GatewayConfig next) {
            return switch (rule) {
                case TAKEN -> true;
                case REPLACED -> inBoth(started, next);
                case TAKEN_FOR_MARKETPLACE -> sameMarketplace(started, next);
                case REPLACED_FOR_MARKETPLACE -> sameMarketplace(started, next) && inBoth(started, next);
                case LEFT -> false;
            };
        }

        private boolean inBoth(GatewayConfig started, GatewayConfig next) {
            return value.apply(started) != null && value.apply(next) != null;
        }
    }

    /** Every member that the schema has, in its order. */
    static final List<Member> MEMBERS = List.of(
            left("gateway_id", GatewayConfig::gatewayId),
            left("listen.address", c -> c.listen().address()),
            left("listen.scheme", c -> c.listen().scheme()),
            replaced("listen.tls.certificate", c -> certificate(c.listen().tls())),
            replaced("listen.tls.key", c -> key(c.listen().tls())),
            left("listen.http2", c -> c.listen().http2()),
            left("listen.public_authorities", c -> c.listen().publicAuthorities()),
            left("management.address", c -> c.management().address()),
            left("management.bearer", c -> c.management().bearer()),
            left("management.debug_page", c -> c.management().debugPage()),
            left("management.metrics_bearer", c -> c.management().metricsBearer()),
            left("upstream.base_url", c -> c.upstream().baseUrl()),
            left("upstream.response_timeout", c -> c.upstream().responseTimeout()),
            left("upstream.turn_timeout", c -> c.upstream().timeouts().turn()),
            left("upstream.name_timeout", c -> c.upstream().timeouts().name()),
            left("upstream.connect_timeout", c -> c.upstream().timeouts().connect()),
            left("upstream.tls_timeout", c -> c.upstream().timeouts().tls()),
            left("upstream.write_timeout", c -> c.upstream().timeouts().write()),
            left("upstream.first_byte_timeout", c -> c.upstream().timeouts().firstByte()),
            left("upstream.between_bytes_timeout", c -> c.upstream().timeouts().betweenBytes()),
            left("upstream.idle_timeout", c -> c.upstream().timeouts().idle()),
            left("upstream.max_connections", c -> c.upstream().maxConnections()),
            left("upstream.max_waiting", c -> c.upstream().maxWaiting()),
            left("upstream.http2", c -> c.upstream().http2()),
            new Member(
                    "upstream.tls.trust",
                    Rule.TAKEN_FOR_MARKETPLACE,
                    c -> c.upstream().tls().trust()),
            new Member(
                    "upstream.tls.certificate",
                    Rule.REPLACED_FOR_MARKETPLACE,
                    c -> certificate(c.upstream().tls().identity())),
            new Member(
                    "upstream.tls.key",
                    Rule.REPLACED_FOR_MARKETPLACE,
                    c -> key(c.upstream().tls().identity())),
            left("upstream.authenticate", c -> c.upstream().authenticate()),
            left("profile.url", c -> c.profile().url()),
            left("profile.resource", c -> c.profile().resource()),
            left("profile.signing_key", c -> c.profile().signingKey()),
            left("profile.retired_keys", c -> c.profile().retiredKeys()),
            left("log.signing_key", c -> ofLog(c, LogConfig::signingKey)),
            left("log.origin", c -> ofLog(c, LogConfig::origin)),
            left("log.interval", c -> ofLog(c, LogConfig::interval)),
            taken("operators", GatewayConfig::operators),
            left("allow_loopback_profiles", GatewayConfig::allowLoopbackProfiles),
            left("ucp_versions", GatewayConfig::ucpVersions),
            left("require_created", GatewayConfig::requireCreated),
            left("authorization_server.issuer", c -> c.authorizationServer().issuer()),
            left("authorization_server.client_id", c -> c.authorizationServer().clientId()),
            left(
                    "authorization_server.client_secret",
                    c -> c.authorizationServer().clientSecret()),
            left("authorization_server.timeout", c -> c.authorizationServer().timeout()),
            left(
                    "authorization_server.max_connections",
                    c -> c.authorizationServer().maxConnections()),
            left("routes", c -> ofActions(c, action -> action.method() + " " + action.path())),
            left("allowed_tiers", c -> ofActions(c, Action::allowedTiers)),
            taken("ungoverned.writes", c -> c.ungoverned().writes()),
            taken("ungoverned.forward_authorization", c -> c.ungoverned().forwardAuthorization()),
            left("terms.term_sets", c -> c.terms().termSets()),
            left("terms.encryption_key.id", c -> c.terms().encryptionKey().id()),
            left("terms.encryption_key.key", c -> c.terms().encryptionKey().key()),
            left("terms.retired_encryption_keys", c -> c.terms().retiredEncryptionKeys()),
            left("offers.expiry.default", c -> c.offers().expiry().usual()),
            left("offers.expiry.max", c -> c.offers().expiry().longest()),
            left("offers.budgets.per_agent", c -> c.offers().budgets().perAgent()),
            left("offers.budgets.per_operator", c -> c.offers().budgets().perOperator()),
            left("offers.budgets.per_seller_agent", c -> c.offers().budgets().perSellerAgent()),
            left("offers.budgets.window", c -> c.offers().budgets().window()),
            left("offers.checkout_lifetime", c -> c.offers().checkoutLifetime()),
            left("deals.funds_within", c -> c.deals().fundsWithin()),
            left("approvals.rp_id", c -> c.approvals().rpId()),
            left("approvals.origins", c -> c.approvals().origins()),
            left("approvals.embedding_origins", c -> c.approvals().embeddingOrigins()),
            left("approvals.timeout", c -> c.approvals().timeout()),
            left("approvals.most_waiting", c -> c.approvals().mostWaiting()),
            left("webhooks.marketplace_url", c -> c.webhooks().marketplaceUrl()),
            left("store.embedded", c -> c.store() instanceof StoreConfig.Embedded own ? own.folder() : null),
            left("store.url", c -> c.store() instanceof StoreConfig.External other ? other.url() : null),
            left("store.user", c -> c.store() instanceof StoreConfig.External other ? other.user() : null),
            left("store.password", c -> c.store() instanceof StoreConfig.External other ? other.password() : null),
            left("store.max_connections", c -> c.store().maxConnections()),
            taken("limits.body_bytes", c -> c.limits().bodyBytes()),
            taken("limits.header_bytes", c -> c.limits().headerBytes()),
            taken("limits.concurrency", c -> c.limits().concurrency()),
            taken("limits.connections", c -> c.limits().connections()),
            taken("limits.perimeter_per_address", c -> c.limits().perimeterPerAddress()),
            taken("limits.address.enabled", c -> c.limits().address() != null),
            taken(
                    "limits.address.rate",
                    c -> ofAddress(c, address -> address.calls().rate())),
            taken(
                    "limits.address.burst",
                    c -> ofAddress(c, address -> address.calls().burst())),
            taken(
                    "limits.address.concurrency",
                    c -> ofAddress(c, address -> address.calls().concurrency())),
            taken("limits.address.connections", c -> ofAddress(c, AddressAllowance::connections)),
            taken("limits.operator.rate", c -> c.limits().operator().rate()),
            taken("limits.operator.burst", c -> c.limits().operator().burst()),
            taken("limits.operator.concurrency", c -> c.limits().operator().concurrency()),
            left("telemetry.otlp_endpoint", c -> c.telemetry().otlpEndpoint()),
            left("telemetry.sample_ratio", c -> c.telemetry().sampleRatio()),
            left("listing_ids", GatewayConfig::listingIds));

    /** Keeps its own copies. */
    public ConfigChange {
        taken = List.copyOf(taken);
        left = List.copyOf(left);
    }

    /**
     * What becomes of the next configuration.
     *
     * @param started the one the gateway was started with: what takes a restart is still so
     * @param current the one it took over last
     */
    public static ConfigChange between(GatewayConfig started, GatewayConfig current, GatewayConfig next) {
        return new ConfigChange(
                MEMBERS.stream()
                        .filter(member -> member.mayBeTaken(started, next)
                                && member.differs(member.mayBeTaken(started, current) ? current : started, next))
                        .map(Member::name)
                        .toList(),
                MEMBERS.stream()
                        .filter(member -> !member.mayBeTaken(started, next) && member.differs(started, next))
                        .map(Member::name)
                        .toList());
    }

    /** Whether the TLS files for the marketplace are for the one that is talked to: another one takes a restart. */
    public static boolean sameMarketplace(GatewayConfig started, GatewayConfig next) {
        return started.upstream().baseUrl().equals(next.upstream().baseUrl());
    }

    private static Member taken(String name, Function<GatewayConfig, @Nullable Object> value) {
        return new Member(name, Rule.TAKEN, value);
    }

    private static Member replaced(String name, Function<GatewayConfig, @Nullable Object> value) {
        return new Member(name, Rule.REPLACED, value);
    }

    private static Member left(String name, Function<GatewayConfig, @Nullable Object> value) {
        return new Member(name, Rule.LEFT, value);
    }

    private static @Nullable Object certificate(@Nullable TlsIdentityFiles files) {
        return files == null ? null : files.certificate();
    }

    private static @Nullable Object key(@Nullable TlsIdentityFiles files) {
        return files == null ? null : files.key();
    }

    private static @Nullable Object ofLog(GatewayConfig config, Function<LogConfig, Object> value) {
        return config.log() == null ? null : value.apply(config.log());
    }

    private static @Nullable Object ofAddress(GatewayConfig config, Function<AddressAllowance, Object> value) {
        AddressAllowance address = config.limits().address();
        return address == null ? null : value.apply(address);
    }

    private static Map<String, Object> ofActions(GatewayConfig config, Function<Action, Object> value) {
        return config.actions().stream().collect(Collectors.toUnmodifiableMap(Action::name, value));
    }
}
