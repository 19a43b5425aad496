package dev.rctp.terms;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import dev.rctp.registries.TermSet;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import tools.jackson.databind.JsonNode;

/** Terms, term sets and keys that several tests use. */
public final class SampleTerms {

    public static final TermSet GOODS = set("goods.small/1");
    public static final TermSet VEHICLES = set("vehicles/1");

    public static final String GOOD = """
            {"floor": {"amount": 73219, "currency": "EUR"}, "available_until": "2026-12-31T18:00:00Z",
             "fulfillment_options": ["shipping"], "payment_terms": ["escrow"], "deliver_within_days": 5}""";

    private SampleTerms() {}

    private static TermSet set(String id) {
        TermSet set = Registries.load().termSets().get(id);
        if (set == null) {
            throw new IllegalStateException("term set " + id + " is missing");
        }
        return set;
    }

    public static JsonNode json(String text) {
        try {
            return StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJsonException e) {
            throw new IllegalArgumentException(e);
        }
    }

    public static SealingKey key(String id, int fill) {
        byte[] bytes = new byte[32];
        Arrays.fill(bytes, (byte) fill);
        return new SealingKey(id, Base64.getUrlEncoder().withoutPadding().encodeToString(bytes));
    }

    public static SealingKeys keys() {
        return new SealingKeys(key("k1", 1), List.of());
    }
}
