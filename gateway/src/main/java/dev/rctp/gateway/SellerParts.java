package dev.rctp.gateway;

import dev.rctp.approval.page.HostedPages;
import dev.rctp.approval.page.PageSettings;
import dev.rctp.approval.passkey.AssertionVerifier;
import dev.rctp.approval.passkey.CredentialOptions;
import dev.rctp.approval.passkey.RegistrationVerifier;
import dev.rctp.approval.passkey.RelyingParty;
import dev.rctp.approval.passkey.TicketVerifier;
import dev.rctp.gateway.config.ApprovalsConfig;
import dev.rctp.gateway.config.GatewayConfig;
import dev.rctp.gateway.enforce.HeldCalls;
import dev.rctp.gateway.http.hosted.Callers;
import dev.rctp.gateway.http.hosted.EnrolmentDoor;
import dev.rctp.gateway.http.hosted.SellerDoor;
import dev.rctp.gateway.limits.PageLimits;
import dev.rctp.gateway.limits.SenderMarks;
import dev.rctp.gateway.seller.ApprovalStore;
import dev.rctp.gateway.seller.ApprovedCalls;
import dev.rctp.gateway.seller.Enrolment;
import dev.rctp.gateway.seller.EnrolmentStore;
import dev.rctp.gateway.seller.SellerAnswers;
import dev.rctp.grant.AuthorizationServer;
import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.registries.Registries;
import dev.rctp.terms.ListingService;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** Makes the doors for sellers' browsers, of one relying party. */
final class SellerParts {

    private static final Duration PATIENCE = Duration.ofMinutes(5);

    private final GatewayConfig config;
    private final Registries registries;
    private final SecureRandom random;
    private final InstantSource clock;
    private final PageLimits limits;
    private final Callers callers;
    private final RelyingParty party;
    private final HostedPages pages;

    SellerParts(GatewayConfig config, Registries registries, SecureRandom random, InstantSource clock) {
        ApprovalsConfig approvals = config.approvals();
        this.config = config;
        this.registries = registries;
        this.random = random;
        this.clock = clock;
        this.limits = new PageLimits(config.limits().address() != null, clock);
        this.callers = new Callers(origins(config), new SenderMarks(random));
        this.party = new RelyingParty(approvals.rpId(), approvals.origins(), approvals.embeddingOrigins());
        this.pages = new HostedPages(
                new PageSettings(
                        approvals.rpId(),
                        approvals.embeddingOrigins().stream().sorted().toList()),
                registries,
                clock);
    }

    /** Where pages that ask may be: the configured origins, and all that the gateway is known by. */
    private static Set<String> origins(GatewayConfig config) {
        Set<String> origins = new HashSet<>(config.approvals().origins());
        for (String authority : config.listen().publicAuthorities()) {
            origins.add(config.listen().scheme() + "://" + authority);
        }
        return origins;
    }

    /** What both doors let in. */
    PageLimits limits() {
        return limits;
    }

    SellerDoor approvals(ApprovalStore store, HeldCalls calls, ApprovedCalls approved, ListingService listings) {
        return new SellerDoor(
                new SellerAnswers(store, calls, new AssertionVerifier(party), approved, listings, random, clock),
                callers,
                limits,
                pages,
                registries.schemas(),
                party.id(),
                config.approvals().page(),
                id -> Objects.requireNonNull(registries.termSets().get(id), id).json());
    }

    EnrolmentDoor enrolment(EnrolmentStore store, AuthorizationServer server) {
        TicketVerifier tickets = new TicketVerifier(
                config.authorizationServer().issuer(), config.profile().resource(), keyId -> key(server, keyId), clock);
        Enrolment enrolment = new Enrolment(
                tickets,
                new CredentialOptions(party, PATIENCE),
                new RegistrationVerifier(party, clock),
                new AssertionVerifier(party),
                store,
                random,
                clock);
        return new EnrolmentDoor(enrolment, callers, limits, pages, registries.schemas());
    }

    private static Optional<JsonNode> key(AuthorizationServer server, String keyId) throws IOException {
        try {
            return server.key(keyId);
        } catch (GrantUndecidedException e) {
            throw new IOException("the authorization server's keys can't be had", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }
}
