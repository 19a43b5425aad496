package dev.rctp.attest;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A conditional write that decides a race: it must touch exactly one row, or the whole unit is {@link Committed.Lost}.
 *
 * @param name told to the caller that lost; unique within its unit
 * @param statement such as {@code UPDATE … WHERE state = ?} or {@code INSERT … ON CONFLICT DO NOTHING}
 * @param before lost as well where the unit's entries would be of this time or later, or its writes took until then; null for no end
 */
public record Guard(
        String name, Statement statement, @Nullable Instant before) {

    /** A guard without an end. */
    public Guard(String name, Statement statement) {
        this(name, statement, null);
    }
}
