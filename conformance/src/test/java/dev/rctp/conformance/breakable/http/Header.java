package dev.rctp.conformance.breakable.http;

/**
 * A header line.
 *
 * @param name as it was sent
 * @param value without space around it
 */
public record Header(String name, String value) {}
