package dev.rctp.grant;

import dev.rctp.registries.Reason;

/**
 * There is no grant for this call (GRA-3).
 *
 * @param reason {@code grant_invalid}, {@code grant_revoked} or {@code grant_expired}
 * @param sentence one sentence for the person who debugs the agent; quotes no token
 * @param tokenPresented whether a bearer token came, so that the challenge says {@code invalid_token}
 */
public record GrantRefused(Reason reason, String sentence, boolean tokenPresented) implements GrantVerdict {}
