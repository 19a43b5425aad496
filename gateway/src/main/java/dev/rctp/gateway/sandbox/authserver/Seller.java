package dev.rctp.gateway.sandbox.authserver;

/**
 * TEST ONLY: a person with an account here.
 *
 * @param name what the account's own screens show, never told to anyone else
 * @param sub the pairwise pseudonym under which the marketplace knows this person (B-9)
 */
public record Seller(String name, String sub) {}
