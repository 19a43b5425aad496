package dev.rctp.msgsig;

import org.jspecify.annotations.Nullable;

/** An algorithm of RFC 9421 3.3, either one of SIG-1 or one that only other peers may use; the key says which. */
public sealed interface HttpAlgorithm permits SignatureAlgorithm, PeerAlgorithm {

    /** The {@code alg} of a message signature (RFC 9421 6.2.2). */
    String httpName();

    /** Whether a message signature's {@code alg} parameter fits; null, a signature without one, always does (SIG-1). */
    default boolean fits(@Nullable String alg) {
        return alg == null || alg.equals(httpName());
    }
}
