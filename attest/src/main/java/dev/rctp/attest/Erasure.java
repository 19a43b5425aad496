package dev.rctp.attest;

import dev.rctp.registries.SqlQuery;
import java.util.List;

/**
 * Erases what the record knows of a person: the openings alone are theirs, and the commitments that stay say nothing without their salts, so
 * that every chain verifies as before (REC-6).
 */
public final class Erasure {

    private static final String COUNT = "SELECT count(*) FROM opening WHERE person = ?";
    /** Changes nothing: evaluated for the one row of this table, it waits for those who confide something about the person, and keeps them waiting. */
    private static final String ALONE =
            "UPDATE log_state SET size = size WHERE pg_advisory_xact_lock(hashtextextended(?, 0)) IS NULL";

    private static final String ERASE = "DELETE FROM opening WHERE person = ?";
    private static final String FIRST_OF =
            "SELECT person FROM opening WHERE (subject_type, subject_id) = (?, ?) AND seq = 1 AND person IS NOT NULL";

    private Erasure() {}

    /** How many openings are about this person. */
    public static SqlQuery<Long> count(String person) {
        return new SqlQuery<>(COUNT, List.of(person), row -> row.getLong(1));
    }

    /**
     * The writes that erase them, in this order: the second sees what was confided by whoever had begun before, for whom the first waits;
     * what is confided from then on waits for the erasure's end, and is not of it.
     */
    public static List<Statement> of(String person) {
        return List.of(Statement.of(ALONE, person), Statement.of(ERASE, person));
    }

    /** Whom the first entry of a chain is about; no row where that is nobody, or is erased. */
    public static SqlQuery<String> firstOf(Subject chain) {
        return new SqlQuery<>(FIRST_OF, List.of(chain.type(), chain.id()), row -> row.getString(1));
    }
}
