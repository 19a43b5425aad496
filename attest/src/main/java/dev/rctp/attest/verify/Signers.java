package dev.rctp.attest.verify;

import dev.rctp.attest.verify.RecordReport.Signer;
import dev.rctp.attest.verify.RecordReport.Whose;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/** Whose keys signed a deal's events, as its entries have it, held to the profiles that a reader has of the parties (EVT-1, REC-4). */
final class Signers {

    private record Key(String operator, String keyId) {}

    private record Uses(Set<String> roles, List<Long> events) {}

    private final Map<Key, Uses> signed = new LinkedHashMap<>();

    /** Takes a good event. */
    void add(String operator, String keyId, String role, long seq) {
        Uses uses = signed.computeIfAbsent(new Key(operator, keyId), _ -> new Uses(new TreeSet<>(), new ArrayList<>()));
        uses.roles().add(role);
        uses.events().add(seq);
    }

    /** All of them, in the order of their first events. */
    List<Signer> judged(Map<String, List<JsonNode>> profiles) {
        List<Signer> all = new ArrayList<>();
        signed.forEach((key, uses) ->
                all.add(new Signer(key.operator(), uses.roles(), key.keyId(), uses.events(), whose(key, profiles))));
        return all;
    }

    private static Whose whose(Key key, Map<String, List<JsonNode>> profiles) {
        List<JsonNode> published = profiles.get(key.operator());
        if (published == null) {
            return Whose.NOT_JUDGED;
        }
        return published.stream().anyMatch(jwk -> isOf(key.keyId(), jwk)) ? Whose.THE_PARTYS : Whose.ANOTHERS;
    }

    private static boolean isOf(String keyId, JsonNode jwk) {
        try {
            return PartyKey.of(jwk).thumbprint().equals(keyId);
        } catch (Fault | RuntimeException e) {
            return false; // no key for events
        }
    }
}
