package dev.rctp.grant;

/** What became of a token that was given back (RFC 7009 2.2). */
public sealed interface RevocationVerdict permits RevocationVerdict.Revoked, OAuthRefused {

    /** The token and its grant are no longer good, or never were. */
    record Revoked() implements RevocationVerdict {}
}
