package dev.rctp.gateway.store;

import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Subject;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.webhook.Notices;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.Standings;
import java.time.Instant;
import java.util.List;
import javax.sql.DataSource;
import tools.jackson.databind.node.JsonNodeFactory;

/** Writes down that deals have lapsed, and tells of it (EVT-6). That they have, time itself decides: nobody waits for this. */
public final class LapsedDeals {

    private final DataSource source;
    private final Ledger ledger;
    private final Notices notices;
    private final OneByOne rounds = new OneByOne();

    /** Reads this database and writes through this ledger, which is on the same one, and tells of it. */
    public LapsedDeals(DataSource source, Ledger ledger, Notices notices) {
        this.source = source;
        this.ledger = ledger;
        this.notices = notices;
    }

    /** Writes down up to this many; returns how many there were. */
    public int write(int limit, Instant now) throws LedgerUnavailableException, InterruptedException {
        List<String> lapsed = RoundTrip.list(source, Standings.lapsed(limit, rounds.toPass(), now));
        rounds.each(lapsed, lapsed.size() == limit, id -> write(id, now));
        return lapsed.size();
    }

    /** Where funds came just before, there is nothing to write down. */
    private void write(String dealId, Instant now) throws LedgerUnavailableException, InterruptedException {
        Guard waits = new Guard("waits", Statements.of(Moves.lapse(dealId, now)));
        EntryDraft entry = new EntryDraft(
                new Subject("deal", dealId),
                "lapsed",
                JsonNodeFactory.instance.objectNode().put("deal_id", dealId));
        List<Statement> told = notices.lapsed(dealId);
        ledger.commit(new Unit(List.of(waits), List.of(entry), receipts -> told));
    }
}
