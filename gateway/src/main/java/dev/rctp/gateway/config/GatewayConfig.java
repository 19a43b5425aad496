package dev.rctp.gateway.config;

import dev.rctp.registries.Action;
import dev.rctp.terms.ListingIdFolding;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The whole configuration of one gateway, defaults filled and checked ({@code gateway-config}, protocol section 14).
 *
 * @param gatewayId tells the gateways of one database apart in logs and perimeter chains (REC-1)
 * @param listen the port that agents call
 * @param management the management port (MGT-1)
 * @param upstream the marketplace API
 * @param profile the gateway's own profile
 * @param log the log of chain heads; null where none is kept
 * @param operators the onboarded operators (OPR-1)
 * @param allowLoopbackProfiles whether profiles may be plain http on loopback (OPR-2)
 * @param ucpVersions the UCP versions spoken (OPR-5)
 * @param requireCreated whether signatures must carry {@code created} (SIG-4)
 * @param authorizationServer the marketplace's OAuth server
 * @param actions all actions with the routes and allowed tiers that hold here (DEC-4)
 * @param ungoverned what passes without a decision (PRX-4)
 * @param terms how terms are taken and kept
 * @param offers what holds for offers
 * @param deals what holds for deals
 * @param approvals how sellers are asked
 * @param webhooks where webhooks go besides to operators
 * @param store the database
 * @param limits what one gateway takes at most
 * @param telemetry where traces go
 * @param listingIds how listing ids compare (protocol section 1)
 */
public record GatewayConfig(
        String gatewayId,
        ListenConfig listen,
        ManagementConfig management,
        UpstreamConfig upstream,
        ProfileConfig profile,
        @Nullable LogConfig log,
        List<OperatorConfig> operators,
        boolean allowLoopbackProfiles,
        Set<String> ucpVersions,
        boolean requireCreated,
        AuthorizationServerConfig authorizationServer,
        List<Action> actions,
        UngovernedConfig ungoverned,
        TermsConfig terms,
        OffersConfig offers,
        DealsConfig deals,
        ApprovalsConfig approvals,
        WebhooksConfig webhooks,
        StoreConfig store,
        LimitsConfig limits,
        TelemetryConfig telemetry,
        ListingIdFolding listingIds) {

    /** Keeps its own copies. */
    public GatewayConfig {
        operators = List.copyOf(operators);
        ucpVersions = Set.copyOf(ucpVersions);
        actions = List.copyOf(actions);
    }

    /** The UCP version of the gateway's own profile (DIS-1): the newest of those spoken. */
    public String profileVersion() {
        return Collections.max(ucpVersions);
    }
}
