package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.gateway.sandbox.loopback.Page;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** TEST ONLY: the screen on which a seller sees the grants given and takes them back (GRA-7). */
final class GrantsScreen {

    private final GrantStore store;
    private final Clients clients;
    private final ConsentScreen consent;
    private final List<Seller> sellers;
    private final InstantSource clock;
    private final Page page = Page.load("grants.html");
    private final Page row = Page.load("grants-row.html");
    private final Page button = Page.load("grants-revoke.html");

    GrantsScreen(GrantStore store, Clients clients, ConsentScreen consent, List<Seller> sellers, InstantSource clock) {
        this.store = store;
        this.clients = clients;
        this.consent = consent;
        this.sellers = sellers;
        this.clock = clock;
    }

    /** The grants of the seller whom {@code sub} names, or of the first. */
    Outgoing show(Incoming incoming) {
        String sub = incoming.parameters().get("sub").orElse(sellers.getFirst().sub());
        String rows = store.of(sub).stream().map(this::row).collect(Collectors.joining());
        return Outgoing.page(
                200, page.fill(Map.of("sellers", consent.options(sellers, sub), "sub", sub, "rows", rows)));
    }

    /** Takes one of that seller's grants back and shows the screen again. */
    Outgoing revoke(Incoming incoming, String grantId) {
        String sub = incoming.form().get("sub").orElse("");
        Optional<AgentGrant> grant =
                store.of(sub).stream().filter(g -> g.id().equals(grantId)).findFirst();
        if (grant.isEmpty()) {
            return Outgoing.empty(404);
        }
        store.revoke(grantId);
        return Outgoing.seeOther("/grants?sub=" + URLEncoder.encode(sub, StandardCharsets.UTF_8));
    }

    private String row(AgentGrant grant) {
        String clientId = grant.clientId();
        String status = grant.status(clock.instant());
        return row.fill(Map.of(
                "company",
                clientId == null
                        ? "an operator of a test"
                        : clients.find(clientId)
                                .map(Clients.Client::legalEntity)
                                .orElse(clientId),
                "agent",
                grant.detail().agentId(),
                "until",
                grant.expiresAt().toString(),
                "status",
                status,
                "button",
                status.equals("active") ? button.fill(Map.of("id", grant.id(), "sub", grant.sub())) : ""));
    }
}
