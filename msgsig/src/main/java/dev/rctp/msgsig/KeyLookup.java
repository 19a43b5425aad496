package dev.rctp.msgsig;

import org.jspecify.annotations.Nullable;

/** Finds the key that a signature names, such as in a profile fetched before. */
@FunctionalInterface
public interface KeyLookup {

    /** The key with this name; null where there is none. */
    @Nullable
    VerificationKey find(String keyId);

    /** Knows these keys by their thumbprints. */
    static KeyLookup of(VerificationKey... keys) {
        return keyId -> {
            for (VerificationKey key : keys) {
                if (key.thumbprint().equals(keyId)) {
                    return key;
                }
            }
            return null;
        };
    }
}
