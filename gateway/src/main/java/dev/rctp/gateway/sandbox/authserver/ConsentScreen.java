package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Page;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** TEST ONLY: the page on which a seller gives a grant: who asks, each verb in words, until when; no prices (GRA-7). */
final class ConsentScreen {

    private static final DateTimeFormatter DAY = DateTimeFormatter.ofPattern("d MMMM uuuu, HH:mm 'UTC'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    private final ScopeBook scopes;
    private final Properties words = new Properties();
    private final Page page = Page.load("consent.html");
    private final Page verb = Page.load("consent-verb.html");
    private final Page seller = Page.load("seller-option.html");

    ConsentScreen(ScopeBook scopes) {
        this.scopes = scopes;
        try (InputStream in = ConsentScreen.class.getResourceAsStream("/dev/rctp/gateway/sandbox/words.properties")) {
            words.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
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
                "until", DAY.format(until),
                "request", ticket,
                "verbs",
                        request.scopes().stream()
                                .map(scope -> row(scope, request.detail().tiers()))
                                .collect(Collectors.joining()),
                "sellers", options(sellers, chosen)));
    }

    /** The accounts to choose from, as the options of a list. */
    String options(List<Seller> sellers, String chosen) {
        return sellers.stream()
                .map(s -> seller.fill(Map.of(
                        "sub", s.sub(), "name", s.name(), "selected", s.sub().equals(chosen) ? " selected" : "")))
                .collect(Collectors.joining());
    }

    private String row(String scope, Map<String, String> tiers) {
        String name = scopes.verb(scope);
        String tier = scopes.effective(scope, tiers).token();
        return verb.fill(Map.of(
                "verb",
                words.getProperty("verb." + name, name),
                "rule",
                words.getProperty("tier." + tier, tier),
                "scope",
                scope,
                "tier",
                tier));
    }
}
