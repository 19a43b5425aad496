package dev.rctp.attest;

import dev.rctp.attest.deal.PastEvent;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.SqlQuery;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The entries of a deal's chain that hold what its parties reported (EVT-1). Stores nothing itself. */
public final class DealEntries {

    private static final String NOTE = "INSERT INTO deal_event (deal_id, seq, operator) VALUES (?, ?, ?)";
    private static final String ENTRIES = """
            SELECT e.seq, e.jcs FROM deal_event d JOIN entry e ON (e.subject_type, e.subject_id, e.seq) = ('deal', d.deal_id, d.seq)
            WHERE d.deal_id = ? AND d.seq >= ? ORDER BY d.seq LIMIT ?""";

    private DealEntries() {}

    /** That the entry with this receipt holds an event of its deal, which this operator reported. */
    public static Statement noted(Receipt entry, String operator) {
        return Statement.ofOne(NOTE, entry.subject().id(), entry.seq(), operator);
    }

    /** What was reported of the deal, in the order of its entries. */
    public static SqlQuery<PastEvent> past(String dealId) {
        List<Object> whole = List.of(dealId, 1L, Integer.MAX_VALUE);
        return new SqlQuery<>(ENTRIES, whole, row -> past(row.getLong(1), row.getBytes(2)));
    }

    /** The deal's events in their order, as the bytes that were hashed: from the entry of that number on, so many at most. */
    public static SqlQuery<byte[]> entries(String dealId, long from, int limit) {
        return new SqlQuery<>(ENTRIES, List.of(dealId, from, limit), row -> row.getBytes(2));
    }

    private static PastEvent past(long seq, byte[] jcs) {
        JsonNode entry = JsonMapper.shared().readTree(jcs);
        JsonNode body = entry.path("body");
        return PastEvent.read(
                seq,
                Instant.parse(entry.path("at").stringValue()),
                Role.valueOf(body.path("role").stringValue().toUpperCase(Locale.ROOT)),
                body.path("event").stringValue());
    }
}
