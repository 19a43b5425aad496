package dev.rctp.msgsig;

import dev.rctp.registries.Reason;
import org.jspecify.annotations.Nullable;

/** What is known about the sender of a request (SIG, OPR): a verified agent, or why there is none. */
public sealed interface Authentication permits VerifiedAgent, Authentication.Unauthenticated {

    /**
     * The request is not that of an agent we know.
     *
     * @param reason {@code signature_invalid}, {@code operator_unknown}, or {@code grant_invalid} for an uncovered token
     * @param cause the code for {@code detail.cause} (SIG-6, OPR-5); null where the reason says all
     * @param sentence one sentence for the person who debugs the agent; quotes no secret
     */
    record Unauthenticated(Reason reason, @Nullable String cause, String sentence) implements Authentication {}
}
