package dev.rctp.attest.log;

import java.time.Instant;

/**
 * A checkpoint that stands in the database.
 *
 * @param size how many leaves the log had
 * @param note the signed note, as it is published
 * @param at when it was signed
 */
public record SignedCheckpoint(long size, String note, Instant at) {}
