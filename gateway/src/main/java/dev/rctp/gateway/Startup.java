package dev.rctp.gateway;

import dev.rctp.attest.Chains;
import dev.rctp.attest.Perimeter;
import dev.rctp.attest.deal.EventVerifier;
import dev.rctp.attest.deal.EventWindow;
import dev.rctp.gateway.config.ApprovalsConfig;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.config.LimitsConfig;
import dev.rctp.gateway.config.ListenConfig;
import dev.rctp.gateway.config.ProfileConfig;
import dev.rctp.gateway.config.TelemetryConfig;
import dev.rctp.gateway.config.TermsConfig;
import dev.rctp.gateway.config.UngovernedConfig;
import dev.rctp.gateway.config.UpstreamConfig;
import dev.rctp.gateway.enforce.ApprovalRules;
import dev.rctp.gateway.enforce.EventRules;
import dev.rctp.gateway.enforce.NegotiationRules;
import dev.rctp.gateway.enforce.Standing;
import dev.rctp.gateway.explain.CandidateKey;
import dev.rctp.gateway.explain.Explainer;
import dev.rctp.gateway.explain.Vantage;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.gateway.http.outbound.ClientTls;
import dev.rctp.gateway.http.outbound.OutboundSettings;
import dev.rctp.gateway.http.outbound.SigningStamp;
import dev.rctp.gateway.http.rest.ApiDescription;
import dev.rctp.gateway.http.rest.Discovery;
import dev.rctp.gateway.http.rest.Documents;
import dev.rctp.gateway.http.rest.Documents.Document;
import dev.rctp.gateway.http.rest.Responses;
import dev.rctp.gateway.http.rest.Routes;
import dev.rctp.gateway.management.DebugPage;
import dev.rctp.gateway.observe.trace.Collector;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.SignaturePolicy;
import dev.rctp.msgsig.StandingAgents;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.Registries;
import dev.rctp.registries.TermSet;
import dev.rctp.terms.Floors;
import dev.rctp.terms.ListingService;
import dev.rctp.terms.negotiation.Moves;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What each part is told of the configuration. */
final class Startup {

    /** How many events that mean nothing for the money one role may write on a deal: each is read with the deal. */
    private static final int MOST_INFORMATIVE = 100;

    /** What one explanation may cost: under a second. */
    private static final int MOST_TRIES = 8_000;

    private Startup() {}

    /** Where the agents' TLS ends, for the log. */
    static String tls(ListenConfig listen) {
        if (listen.tls() != null) {
            return listen.http2() ? "here, with HTTP/2" : "here";
        }
        return listen.scheme().equals("https") ? "in front" : "nowhere";
    }

    static Tracing tracing(GatewayConfig config, SecureRandom random) {
        TelemetryConfig telemetry = config.telemetry();
        return telemetry.otlpEndpoint() == null
                ? Tracing.off()
                : Tracing.to(new Collector(
                        telemetry.otlpEndpoint(),
                        "rctp-gateway",
                        config.gatewayId(),
                        telemetry.sampleRatio(),
                        random::nextDouble));
    }

    static Perimeter.Settings perimeter(LimitsConfig limits) {
        Perimeter.Settings usual = Perimeter.Settings.defaults();
        return new Perimeter.Settings(usual.interval(), limits.perimeterPerAddress(), usual.maxPending());
    }

    static Documents documents(GatewayConfig config, GatewayKeys keys, @Nullable HeadLog log, Registries registries) {
        ProfileConfig profile = config.profile();
        URI resource = URI.create(profile.resource());
        String metadataPath = Discovery.metadataPath(resource);
        Map<String, Documents.Place> documents = new HashMap<>();
        documents.put(
                ApiDescription.PATH,
                Document.of(ApiDescription.of(
                        registries, config.actions(), server(profile.url()), metadataPath, log != null)));
        documents.put(
                Discovery.PROFILE_PATH,
                Document.of(Discovery.profile(
                        config.profileVersion(),
                        config.actions(),
                        config.terms().termSets(),
                        config.offers().expiry(),
                        keys.published())));
        documents.put(
                metadataPath,
                Document.of(Discovery.metadata(
                        resource, config.authorizationServer().issuer(), config.actions())));
        if (log != null) {
            documents.put(Discovery.CHECKPOINT_PATH, _ -> log.publishedCheckpoint());
            documents.put(Discovery.CHECKPOINT_KEY_PATH, _ -> log.publishedKey());
            documents.put(Discovery.CONSISTENCY_PATH, log::publishedConsistency);
        }
        return new Documents(documents);
    }

    /** Scheme and authority of the profile's URL. */
    private static URI server(URI profile) {
        return URI.create(profile.getScheme() + "://" + profile.getRawAuthority());
    }

    static Routes routes(GatewayConfig config, Set<String> documents) {
        return new Routes(config.actions(), writes(config.ungoverned()), documents);
    }

    static List<String> writes(UngovernedConfig config) {
        return config.writes().stream().map(Object::toString).toList();
    }

    static Responses responses(GatewayConfig config, MessageSigner signer, Chains chains, InstantSource clock) {
        URI metadata = Discovery.metadataUrl(URI.create(config.profile().resource()));
        return new Responses(
                signer,
                place -> chains.entries(place.subject(), place.seq(), 1).getFirst(),
                config.authorizationServer().issuer(),
                metadata,
                clock);
    }

    static ClientTls marketplaceTls(UpstreamConfig config, InstantSource clock) throws IOException {
        return ClientTls.open(config.tls().trust(), config.tls().identity(), clock);
    }

    static OutboundSettings toMarketplace(UpstreamConfig config, ClientTls tls) {
        return new OutboundSettings(
                config.timeouts(), config.maxConnections(), config.maxWaiting(), tls, config.http2(), any -> true);
    }

    static UpstreamStamp stamp(UpstreamConfig config, MessageSigner signer) {
        return switch (config.authenticate()) {
            case SIGNATURE -> new SigningStamp(signer);
            case MTLS -> UpstreamStamp.none();
        };
    }

    static ListingService listingService(
            TermsConfig config, Registries registries, SecureRandom random, InstantSource clock) {
        Map<String, TermSet> termSets = registries.termSets().entrySet().stream()
                .filter(entry -> config.termSets().contains(entry.getKey()))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        return new ListingService(termSets, config.sealingKeys(), random, clock);
    }

    static ApprovalRules approvals(ApprovalsConfig config) {
        return new ApprovalRules(config.timeout(), config.mostWaiting(), config.page());
    }

    static NegotiationRules negotiation(
            GatewayConfig config,
            Registries registries,
            Standing standing,
            StandingAgents agents,
            Moves moves,
            IdSource ids,
            SecureRandom random) {
        return new NegotiationRules(
                new Floors(config.terms().sealingKeys()),
                standing,
                config.offers().budgets(),
                moves,
                config.offers().expiry(),
                Set.copyOf(config.terms().termSets()),
                new EventRules(
                        registries.releaseConditions(),
                        config.deals().fundsWithin(),
                        new EventVerifier(registries.schemas(), EventWindow.standard()),
                        agents,
                        MOST_INFORMATIVE),
                ids,
                random);
    }

    /** The gateway's own view: its authorities, its operators' keys, its clock (MGT-1). */
    static DebugPage debugPage(GatewayConfig config, CachedProfiles profiles, InstantSource clock) {
        Explainer explainer = new Explainer(
                profiles,
                profile -> profile == null
                        ? List.of()
                        : profiles.keys(profile).stream().map(CandidateKey::of).toList(),
                SignaturePolicy.of(config.requireCreated()),
                new Vantage(config.listen().scheme(), config.listen().publicAuthorities()),
                MOST_TRIES);
        return new DebugPage(explainer, config.management().bearer(), clock);
    }
}
