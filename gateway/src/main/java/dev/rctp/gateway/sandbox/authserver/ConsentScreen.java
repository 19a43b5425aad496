package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Page;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** TEST ONLY: the page on which a seller gives a grant: who asks, each verb in words, until when; no prices (GRA-7). */
final class ConsentScreen {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final VerbList verbs;
    private final Page page = Page.load("consent.html");
    private final Page seller = Page.load("seller-option.html");

    ConsentScreen(VerbList verbs) {
        this.verbs = verbs;
    }

    /**
     * The page.
     *
     * @param ticket names the pending request in the form
     * @param chosen the {@code sub} of the account to show first
     */
    String show(AuthorizationRequest request, Instant until, String ticket, List<Seller> sellers, String chosen) {
        return page.fill(Map.of(
                "company", request.client().legalEntity(),
                "profile", request.client().id(),
                "agent", request.detail().agentId(),
                "key", request.detail().jkt(),
                "until", day(until),
                "days", Long.toString(GrantStore.GRANT.toDays()),
                "request", ticket,
                "back", URI.create(request.redirectUri()).getRawAuthority(),
                "verbs", verbs.show(request.scopes(), request.detail().tiers()),
                "sellers", options(sellers, chosen)));
    }

    /** A time as people read it. */
    static String day(Instant time) {
        return DAY.format(time);
    }

    /** The accounts to choose from, as the options of a list. */
    String options(List<Seller> sellers, String chosen) {
        return sellers.stream()
                .map(s -> seller.fill(Map.of(
                        "sub", s.sub(), "name", s.name(), "selected", s.sub().equals(chosen) ? " selected" : "")))
                .collect(Collectors.joining());
    }
}
