package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.VerificationKey;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The keys of a profile that signatures may name (OPR-3): those for verifying, of a type we know, whose {@code kid} is their
 * thumbprint and no other key's.
 */
final class ProfileKeys {

    private final Map<String, VerificationKey> byKid;

    private ProfileKeys(Map<String, VerificationKey> byKid) {
        this.byKid = byKid;
    }

    /** What makes the whole list unusable; null where nothing does. */
    static @Nullable String fault(JsonNode keys) {
        if (!keys.isArray()) {
            return keys.isMissingNode() ? null : "keys is not a list.";
        }
        for (JsonNode jwk : keys) {
            if (!jwk.isObject()) {
                return "keys holds something that is no JWK.";
            }
            if (VerificationKey.isPrivate(jwk)) {
                return "keys holds a private or secret key; treat it as disclosed and replace it.";
            }
        }
        return null;
    }

    /** The usable keys of a list without fault. */
    static ProfileKeys of(JsonNode keys, Cryptography cryptography) {
        Map<String, VerificationKey> usable = new HashMap<>();
        Set<String> seen = new HashSet<>();
        for (JsonNode jwk : keys) {
            String kid = jwk.path("kid").asString("");
            if (!isForVerifying(jwk)) {
                continue;
            }
            if (seen.add(kid)) {
                key(jwk, kid, cryptography).ifPresent(key -> usable.put(kid, key));
            } else {
                // two keys with one kid: nobody can say which one is meant (B74)
                usable.remove(kid);
            }
        }
        return new ProfileKeys(Map.copyOf(usable));
    }

    Optional<VerificationKey> find(String keyId) {
        return Optional.ofNullable(byKid.get(keyId));
    }

    private static boolean isForVerifying(JsonNode jwk) {
        JsonNode operations = jwk.path("key_ops");
        return !jwk.path("use").asString("").equals("enc")
                && (operations.isMissingNode()
                        || operations.valueStream().anyMatch(operation -> "verify".equals(operation.asString(""))));
    }

    private static Optional<VerificationKey> key(JsonNode jwk, String kid, Cryptography cryptography) {
        try {
            VerificationKey key = cryptography.verificationKey(jwk);
            return key.thumbprint().equals(kid) ? Optional.of(key) : Optional.empty();
        } catch (MalformedKeyException e) {
            return Optional.empty();
        }
    }
}
