package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Page;
import dev.rctp.gateway.sandbox.loopback.SameOrigin;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** TEST ONLY: the screen on which a seller sees the grants given and takes them back (GRA-7). */
final class GrantsScreen {

    private final String issuer;
    private final GrantStore store;
    private final Clients clients;
    private final ConsentScreen consent;
    private final VerbList verbs;
    private final List<Seller> sellers;
    private final InstantSource clock;
    private final MessageScreen message = new MessageScreen();
    private final Page page = Page.load("grants.html");
    private final Page row = Page.load("grants-row.html");
    private final Page ended = Page.load("grants-ended.html");
    private final Page none = Page.load("grants-none.html");
    private final Page taken = Page.load("grants-taken.html");

    GrantsScreen(
            String issuer,
            GrantStore store,
            Clients clients,
            ConsentScreen consent,
            VerbList verbs,
            List<Seller> sellers,
            InstantSource clock) {
        this.issuer = issuer;
        this.store = store;
        this.clients = clients;
        this.consent = consent;
        this.verbs = verbs;
        this.sellers = sellers;
        this.clock = clock;
    }

    /** The grants of the seller whom {@code sub} names, or of the first, the newest first. */
    Outgoing show(Incoming incoming) {
        String sub = incoming.parameters().get("sub").orElse(sellers.getFirst().sub());
        List<AgentGrant> grants = store.of(sub).reversed();
        String rows = grants.stream().map(this::row).collect(Collectors.joining());
        return Outgoing.page(
                200,
                page.fill(Map.of(
                        "sellers",
                        consent.options(sellers, sub),
                        "sub",
                        sub,
                        "taken",
                        notice(incoming, grants),
                        "rows",
                        grants.isEmpty() ? none.fill(Map.of()) : rows)));
    }

    /** Takes one of that seller's grants back and shows the screen again. */
    Outgoing revoke(Incoming incoming, String grantId) {
        if (!SameOrigin.sent(incoming.fields(), issuer)) {
            return message.show("Nothing was changed", "Another site tried to take a permission back in your place.");
        }
        String sub = incoming.form().get("sub").orElse("");
        if (named(store.of(sub), grantId).isEmpty()) {
            return Outgoing.empty(404);
        }
        store.revoke(grantId);
        return Outgoing.seeOther("/grants?sub=" + URLEncoder.encode(sub, StandardCharsets.UTF_8) + "&taken=" + grantId);
    }

    /** Tells that the grant in {@code taken} is no longer good; nothing where none was taken back. */
    private String notice(Incoming incoming, List<AgentGrant> grants) {
        return incoming.parameters()
                .get("taken")
                .flatMap(id -> named(grants, id))
                .filter(AgentGrant::revoked)
                .map(grant -> taken.fill(Map.of("agent", grant.detail().agentId(), "company", company(grant))))
                .orElse("");
    }

    private static Optional<AgentGrant> named(List<AgentGrant> grants, String id) {
        return grants.stream().filter(grant -> grant.id().equals(id)).findFirst();
    }

    private String row(AgentGrant grant) {
        return switch (grant.status(clock.instant())) {
            case "active" -> active(grant);
            case "revoked" -> ended(grant, "revoked", "Taken back");
            default -> ended(grant, "expired", "Ended");
        };
    }

    private String active(AgentGrant grant) {
        String clientId = grant.clientId();
        return row.fill(Map.of(
                "id", grant.id(),
                "sub", grant.sub(),
                "company", company(grant),
                "profile", clientId == null ? "none" : clientId,
                "agent", grant.detail().agentId(),
                "since", ConsentScreen.day(grant.issuedAt()),
                "until", ConsentScreen.day(grant.expiresAt()),
                "verbs", verbs.show(grant.scopes(), grant.detail().tiers())));
    }

    private String ended(AgentGrant grant, String status, String state) {
        return ended.fill(Map.of(
                "id", grant.id(),
                "company", company(grant),
                "agent", grant.detail().agentId(),
                "since", ConsentScreen.day(grant.issuedAt()),
                "status", status,
                "state", state));
    }

    private String company(AgentGrant grant) {
        String clientId = grant.clientId();
        return clientId == null
                ? "an operator of a test"
                : clients.find(clientId).map(Clients.Client::legalEntity).orElse(clientId);
    }
}
