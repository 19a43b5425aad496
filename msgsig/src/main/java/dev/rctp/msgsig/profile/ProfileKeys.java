package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.VerificationKey;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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

    /** What makes the whole profile unusable. */
    static List<ProfileFault> faults(JsonNode keys) {
        if (!keys.isArray()) {
            return keys.isMissingNode()
                    ? List.of()
                    : List.of(ProfileFault.refused(
                            "OPR-3", "/keys", "keys is not a list.", "Make it a list of public JWKs (RFC 7517)."));
        }
        List<ProfileFault> faults = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            fault(keys.get(i), "/keys/" + i).ifPresent(faults::add);
        }
        return faults;
    }

    /** What makes the whole profile unusable in one key; empty for nothing. */
    static Optional<ProfileFault> fault(JsonNode jwk, String path) {
        if (!jwk.isObject()) {
            return Optional.of(ProfileFault.refused(
                    "OPR-3", path, "keys holds something that is no JWK.", "Each of its members is an object."));
        }
        return VerificationKey.isPrivate(jwk)
                ? Optional.of(
                        ProfileFault.refused(
                                "OPR-3",
                                path,
                                "keys holds a private or secret key; treat it as disclosed and replace it.",
                                "Make a new key, publish only kty, crv, x, y, kid, use and alg of it, and use the old one no more."))
                : Optional.empty();
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

    List<VerificationKey> all() {
        return List.copyOf(byKid.values());
    }

    Optional<VerificationKey> find(String keyId) {
        return Optional.ofNullable(byKid.get(keyId));
    }

    /** The thumbprints of all of them, in order. */
    List<String> thumbprints() {
        return byKid.keySet().stream().sorted().toList();
    }

    /** Whether it is meant for verifying signatures (UCP's use and key_ops filter). */
    static boolean isForVerifying(JsonNode jwk) {
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
