package dev.rctp.conformance.wire;

import java.time.Duration;
import java.time.Instant;

/**
 * What went over the wire, for whoever reads a failure.
 *
 * @param request the octets that were sent
 * @param base the signature base that the runner computed; empty for an unsigned request
 * @param response the octets that came back, empty for none
 * @param at when it was sent
 * @param took until the last octet came
 */
public record Exchange(byte[] request, String base, byte[] response, Instant at, Duration took) {}
