package dev.rctp.msgsig;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the key that a signature names, whatever its algorithm. */
@FunctionalInterface
public interface MessageKeys {

    /** The key with this name; null where there is none. */
    @Nullable
    MessageVerificationKey find(String keyId);

    /** Knows one key, under this name. */
    static MessageKeys of(String keyId, MessageVerificationKey key) {
        return Map.of(keyId, key)::get;
    }
}
