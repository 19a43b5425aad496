package dev.rctp.gateway.store;

import dev.rctp.approval.Approvals;
import dev.rctp.approval.passkey.EnrolmentTickets;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.registries.SqlStatement;
import java.time.Duration;
import java.time.Instant;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** Removes what is left of approvals and tickets by which nothing is decided any more; what there was to prove stands in the record. */
public final class Leftovers {

    /** How long an approval that ended can still be read (APR-8). */
    static final Duration APPROVALS_KEPT = Duration.ofDays(30);

    /** For a gateway whose clock is behind, a ticket may not have expired yet. */
    static final Duration TICKETS_KEPT = Duration.ofMinutes(10);

    private final Jdbi database;
    private final int atOnce;

    /** Of this database, so many rows in one transaction. */
    public Leftovers(DataSource source, int atOnce) {
        this.database = Jdbi.create(source);
        this.atOnce = atOnce;
    }

    /** Removes all that there is at that time; returns how many rows. */
    public int remove(Instant now) {
        int all =
                removeAll(Approvals.remove(now.minus(APPROVALS_KEPT), atOnce)) + removeAll(Approvals.leaveLine(atOnce));
        for (SqlStatement expired : EnrolmentTickets.swept(now.minus(TICKETS_KEPT), atOnce)) {
            all += removeAll(expired);
        }
        return all;
    }

    private int removeAll(SqlStatement some) {
        int all = 0;
        int removed;
        do {
            removed = run(some);
            all += removed;
        } while (removed == atOnce);
        return all;
    }

    private int run(SqlStatement statement) {
        try {
            return database.withHandle(handle ->
                    handle.execute(statement.sql(), statement.arguments().toArray()));
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the tables of approvals don't answer", e);
        }
    }
}
