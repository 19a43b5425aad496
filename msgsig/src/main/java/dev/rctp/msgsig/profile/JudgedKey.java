package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.VerificationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A key of a profile with what gateways make of it (OPR-3), for diagnosis; nothing is trusted for being one.
 *
 * @param key its public members
 * @param kid what the profile calls it; empty for a key without a name
 * @param fault why it is skipped, or the whole profile refused; null where signatures may name it
 */
public record JudgedKey(
        VerificationKey key, String kid, @Nullable ProfileFault fault) {

    /** The keys of a profile's member {@code keys} that can be read, in order; none where it is no list. */
    public static List<JudgedKey> all(JsonNode keys, Cryptography cryptography) {
        if (!keys.isArray()) {
            return List.of();
        }
        List<Optional<ProfileFault>> faults = KeyFaults.ofEach(keys, cryptography);
        List<JudgedKey> judged = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            JsonNode jwk = keys.get(i);
            ProfileFault fault = faults.get(i).orElse(null);
            publicPart(jwk, cryptography)
                    .ifPresent(
                            key -> judged.add(new JudgedKey(key, jwk.path("kid").asString(""), fault)));
        }
        return List.copyOf(judged);
    }

    /** Empty for a key of a type that no signature here can be tried with. */
    private static Optional<VerificationKey> publicPart(JsonNode jwk, Cryptography cryptography) {
        try {
            return Optional.of(cryptography.publicPart(jwk));
        } catch (MalformedKeyException e) {
            return Optional.empty();
        }
    }
}
