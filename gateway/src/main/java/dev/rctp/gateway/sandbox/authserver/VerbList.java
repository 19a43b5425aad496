package dev.rctp.gateway.sandbox.authserver;

import dev.rctp.gateway.sandbox.loopback.Page;
import dev.rctp.registries.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.stream.Collectors;

/** TEST ONLY: what a grant allows in plain words: each verb, what it means, and whether it asks, those that don't first (GRA-7). */
final class VerbList {

    private final ScopeBook scopes;
    private final Properties words = new Properties();
    private final Page group = Page.load("verb-group.html");
    private final Page item = Page.load("verb.html");

    VerbList(ScopeBook scopes) {
        this.scopes = scopes;
        try (InputStream in = VerbList.class.getResourceAsStream("/dev/rctp/gateway/sandbox/words.properties")) {
            words.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The markup for these scopes under these tiers: a heading of level 3 for each rule, and its verbs. */
    String show(List<String> granted, Map<String, String> tiers) {
        return List.of(Tier.values()).stream()
                .map(tier -> show(
                        tier,
                        granted.stream()
                                .filter(scope -> scopes.effective(scope, tiers) == tier)
                                .toList()))
                .collect(Collectors.joining());
    }

    private String show(Tier tier, List<String> granted) {
        if (granted.isEmpty()) {
            return "";
        }
        String items = granted.stream().map(scope -> show(scope, tier)).collect(Collectors.joining());
        return group.fill(Map.of("tier", tier.token(), "rule", word("tier", tier.token()), "verbs", items));
    }

    private String show(String scope, Tier tier) {
        String name = scopes.verb(scope);
        return item.fill(Map.of(
                "scope",
                scope,
                "tier",
                tier.token(),
                "verb",
                word("verb", name),
                "means",
                words.getProperty("means." + name, "")));
    }

    private String word(String kind, String name) {
        return words.getProperty(kind + "." + name, name);
    }
}
