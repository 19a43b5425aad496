package dev.rctp.gateway.explain;

import dev.rctp.msgsig.VerificationKey;
import org.jspecify.annotations.Nullable;

/**
 * A key that may have made the signature.
 *
 * @param key the public key
 * @param kid what the profile calls it; null where it has no name
 * @param flaw why a gateway skips it (OPR-3), in sentences; null where it counts
 */
public record CandidateKey(
        VerificationKey key, @Nullable String kid, @Nullable String flaw) {

    /** A key that counts, under its thumbprint. */
    public static CandidateKey of(VerificationKey key) {
        return new CandidateKey(key, key.thumbprint(), null);
    }
}
