package dev.rctp.conformance.s08deals;

import java.util.Base64;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/** The parts of a compact JWS (RFC 7515), wherever in an entry it stands. */
public final class Jws {

    private Jws() {}

    /** The claim of the party's event that an entry holds; empty for none. */
    public static String claim(JsonNode entry, String name) {
        return in(entry).map(jws -> part(jws, 1).path(name).asString("")).orElse("");
    }

    /** The party's JWS that an entry holds (REC-2); the gateway's own, {@code jws}, is none. */
    public static Optional<String> in(JsonNode entry) {
        return search(entry.path("body"));
    }

    private static Optional<String> search(JsonNode node) {
        if (node.isString()) {
            String text = node.asString("");
            boolean event = text.chars().filter(c -> c == '.').count() == 2
                    && part(text, 0).path("typ").asString("").equals("rctp-deal-event+jwt");
            return event ? Optional.of(text) : Optional.empty();
        }
        return node.valueStream().map(Jws::search).flatMap(Optional::stream).findFirst();
    }

    /** Header (0) or payload (1) as JSON; a missing node for what is none. */
    public static JsonNode part(String jws, int number) {
        String[] parts = jws.split("\\.", -1);
        try {
            return JsonMapper.shared().readTree(Base64.getUrlDecoder().decode(parts[number]));
        } catch (IllegalArgumentException | JacksonException _) {
            return JsonNodeFactory.instance.missingNode();
        }
    }
}
