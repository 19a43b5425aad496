package dev.rctp.gateway.enforce;

import dev.rctp.msgsig.Authentication;
import org.jspecify.annotations.Nullable;

/** What a call came with to prove whose it is; each door verifies its own kind. */
public interface Credentials {

    /** The verified agent, or why there is none (SIG, OPR); the same answer however often it is asked. */
    Authentication authenticate() throws InterruptedException;

    /** The {@code Authorization} field's value; null where none came. */
    @Nullable
    String authorization();

    /** {@code sha-256:<hex>} of the proof itself, so that the record can name it without holding it. */
    String digest();
}
