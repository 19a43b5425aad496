package dev.rctp.terms.negotiation;

import dev.rctp.registries.SqlStatement;
import java.util.List;
import java.util.Map;

/**
 * What a step changes before the marketplace is asked (PRX-2).
 *
 * @param guards the writes that decide races, by name and in their order: each touches one row, or nothing of the step happens
 * @param writes what is written with them
 */
public record Beginning(List<Map.Entry<String, SqlStatement>> guards, List<SqlStatement> writes) {

    /** Keeps its own copies. */
    public Beginning {
        guards = List.copyOf(guards);
        writes = List.copyOf(writes);
    }

    /** Of a step that changes nothing here. */
    public static Beginning nothing() {
        return new Beginning(List.of(), List.of());
    }
}
