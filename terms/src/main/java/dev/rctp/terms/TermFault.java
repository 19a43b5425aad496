package dev.rctp.terms;

/**
 * Why one term can't be taken (LST-3), for the seller who sent it.
 *
 * @param term the member's name, or the word terms for all of them
 * @param message one sentence without its subject, such as {@code is required}; quotes no value
 */
public record TermFault(String term, String message) {}
