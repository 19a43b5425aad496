package dev.rctp.grant;

/** A token of a grant; its text form does not show it. */
public sealed interface GrantToken permits AccessToken, RefreshToken {

    /** The token itself, a secret. */
    String secret();
}
