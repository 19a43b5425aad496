package dev.rctp.attest;

import dev.rctp.attest.deal.PastEvent;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.SqlQuery;
import java.time.Instant;
import java.util.List;
import java.util.Locale;

/** The entries of a deal's chain that hold what its parties reported (EVT-1). Stores nothing itself. */
public final class DealEntries {

    private static final String NOTE = "INSERT INTO deal_event (deal_id, seq) VALUES (?, ?)";
    private static final String OF_DEAL = """
            FROM deal_event d JOIN entry e ON (e.subject_type, e.subject_id, e.seq) = ('deal', d.deal_id, d.seq)""";
    private static final String PAST = """
            SELECT t.seq, t.jcs ->> 'at', t.jcs #>> '{body,role}', t.jcs #>> '{body,event}'
            FROM (SELECT e.seq, convert_from(e.jcs, 'UTF8')::jsonb AS jcs\s""" + OF_DEAL + """
             WHERE d.deal_id = ?) t ORDER BY t.seq""";
    private static final String ENTRIES = "SELECT e.jcs " + OF_DEAL + " WHERE d.deal_id = ? ORDER BY d.seq";

    private DealEntries() {}

    /** That the entry with this receipt holds an event of its deal. */
    public static Statement noted(Receipt entry) {
        return Statement.ofOne(NOTE, entry.subject().id(), entry.seq());
    }

    /** What was reported of the deal, in the order of its entries. */
    public static SqlQuery<PastEvent> past(String dealId) {
        return new SqlQuery<>(
                PAST,
                List.of(dealId),
                row -> PastEvent.read(
                        row.getLong(1),
                        Instant.parse(row.getString(2)),
                        Role.valueOf(row.getString(3).toUpperCase(Locale.ROOT)),
                        row.getString(4)));
    }

    /** The deal's events in their order, as the bytes that were hashed. */
    public static SqlQuery<byte[]> entries(String dealId) {
        return new SqlQuery<>(ENTRIES, List.of(dealId), row -> row.getBytes(1));
    }
}
