package dev.rctp.gateway.config;

import dev.rctp.gateway.http.outbound.OutboundTimeouts;
import dev.rctp.gateway.limits.AddressAllowance;
import dev.rctp.gateway.limits.Allowance;
import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.OfferExpiry;
import java.time.Duration;
import java.util.Set;

/** What holds where the file does not say. */
final class Defaults {

    static final String GATEWAY_ID = "gateway";
    static final String LISTEN = "0.0.0.0:8443";
    static final String SCHEME = "https";
    static final String MANAGEMENT = "127.0.0.1:8444";
    static final Duration RESPONSE_TIMEOUT = Duration.ofSeconds(10);
    static final OutboundTimeouts UPSTREAM_TIMEOUTS = OutboundTimeouts.defaults();
    static final int UPSTREAM_CONNECTIONS = 256;
    static final int UPSTREAM_WAITING = 1024;
    static final String UPSTREAM_HTTP2 = "auto";
    static final String UPSTREAM_AUTHENTICATION = "signature";
    static final OffersConfig OFFERS = new OffersConfig(
            new OfferExpiry(Duration.ofDays(2), Duration.ofDays(7)), BudgetLimits.defaults(), Duration.ofMinutes(30));
    static final DealsConfig DEALS = new DealsConfig(Duration.ofDays(3));
    static final Duration APPROVAL_TIMEOUT = Duration.ofMinutes(15);
    static final int APPROVALS_WAITING = 20;
    static final Set<String> UCP_VERSIONS = Set.of("2026-08-25");
    static final Duration INTROSPECTION_TIMEOUT = Duration.ofSeconds(1);
    static final int INTROSPECTION_CONNECTIONS = 64;
    static final Duration LOG_INTERVAL = Duration.ofHours(1);
    static final int STORE_CONNECTIONS = 16;
    static final AddressAllowance ADDRESS = new AddressAllowance(new Allowance(1_000, 5_000, 256), 1_024);
    static final LimitsConfig LIMITS =
            new LimitsConfig(262_144, 16_384, 512, 4_096, 60, ADDRESS, new Allowance(1_000, 5_000, 256));
    static final double SAMPLE_RATIO = 0.1;
    static final String LISTING_IDS = "exact";

    private Defaults() {}
}
