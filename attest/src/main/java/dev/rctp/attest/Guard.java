package dev.rctp.attest;

/**
 * A conditional write that decides a race: it must touch exactly one row, or the whole unit is {@link Committed.Lost}.
 *
 * @param name told to the caller that lost; unique within its unit
 * @param statement such as {@code UPDATE … WHERE state = ?} or {@code INSERT … ON CONFLICT DO NOTHING}
 */
public record Guard(String name, Statement statement) {}
