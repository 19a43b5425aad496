package dev.rctp.gateway.enforce;

/** What a refused caller is asked for in {@code WWW-Authenticate} (GRA-3, RFC 6750 3). */
public sealed interface BearerChallenge {

    /** No token came. */
    record TokenMissing() implements BearerChallenge {}

    /** A token came and is no good. */
    record TokenInvalid() implements BearerChallenge {}

    /**
     * The grant does not cover the verb.
     *
     * @param scope the full set of scopes the call needs
     */
    record InsufficientScope(String scope) implements BearerChallenge {}
}
