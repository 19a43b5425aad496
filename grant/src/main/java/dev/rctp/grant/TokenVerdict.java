package dev.rctp.grant;

/** Tokens, or the authorization server's no. */
public sealed interface TokenVerdict extends ConnectVerdict permits SellerGrant, OAuthRefused {}
