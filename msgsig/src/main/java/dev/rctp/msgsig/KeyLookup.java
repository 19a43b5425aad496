package dev.rctp.msgsig;

import org.jspecify.annotations.Nullable;

/** Finds the key that a signature names, such as in a profile fetched before; never one that SIG-1 does not admit. */
@FunctionalInterface
public interface KeyLookup extends MessageKeys {

    /** The key with this name; null where there is none. */
    @Override
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
