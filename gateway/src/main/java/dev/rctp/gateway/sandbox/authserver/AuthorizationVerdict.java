package dev.rctp.gateway.sandbox.authserver;

/** TEST ONLY: what became of a request for a grant. */
sealed interface AuthorizationVerdict
        permits AuthorizationRequest, AuthorizationVerdict.NobodyToTell, AuthorizationVerdict.ToldByRedirect {

    /** Nobody to send back to: the client or its redirect URI is not known, so the person is told (RFC 6749 4.1.2.1). */
    record NobodyToTell(String sentence) implements AuthorizationVerdict {}

    /** The client is told by this redirect. */
    record ToldByRedirect(String location) implements AuthorizationVerdict {}
}
