package dev.rctp.gateway.store;

import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.registries.SqlQuery;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.HandleConsumer;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * The operators that the gateways of one database have onboarded, each by its own configuration (OPR-1, OPR-6). A gateway counts for a minute
 * after its last sign of life, so that a restart ends nothing; and for whoever has shown none itself for a minute, such as after an outage of
 * the database, all count.
 */
public final class SqlOperators {

    private static final String FORGET = """
            DELETE FROM running_gateway
            WHERE (gateway = ? AND stopped) OR seen_at < clock_timestamp() - interval '1 day'""";
    private static final String SAY = """
            INSERT INTO running_gateway AS g (run, gateway, onboarded, traders, since, seen_at)
            VALUES (?, ?, ?, ?, clock_timestamp(), clock_timestamp())
            ON CONFLICT (run) DO UPDATE SET onboarded = excluded.onboarded, traders = excluded.traders,
                seen_at = clock_timestamp(),
                since = CASE WHEN g.seen_at > clock_timestamp() - interval '1 minute' THEN g.since ELSE clock_timestamp() END""";
    private static final String GONE = "UPDATE running_gateway SET stopped = true WHERE run = ?";
    private static final String COUNTS = """
            g.seen_at > clock_timestamp() - interval '1 minute' OR NOT EXISTS (
                SELECT FROM running_gateway own
                WHERE own.run = ? AND own.since <= clock_timestamp() - interval '1 minute'
                  AND own.seen_at > clock_timestamp() - interval '1 minute')""";
    private static final String ONBOARDED =
            "SELECT DISTINCT o FROM running_gateway g, unnest(g.onboarded) o WHERE " + COUNTS;
    private static final String TRADERS =
            "SELECT DISTINCT o FROM running_gateway g, unnest(g.traders) o WHERE " + COUNTS;

    private final DataSource source;
    private final Jdbi database;
    private final String gateway;
    private final String run;

    /**
     * Of one process.
     *
     * @param gateway its {@code gateway_id}
     * @param run names the process, no other one ever
     */
    public SqlOperators(DataSource source, String gateway, String run) {
        this.source = source;
        this.database = Jdbi.create(source);
        this.gateway = gateway;
        this.run = run;
    }

    /** This gateway starts and has onboarded these; one of its name that was stopped counts no more. */
    public void start(Set<String> onboarded, Set<String> traders) {
        asked(handle -> {
            handle.execute(FORGET, gateway);
            say(handle, onboarded, traders);
        });
    }

    /** This gateway is alive and has onboarded these, of whom those may trade. */
    public void say(Set<String> onboarded, Set<String> traders) {
        asked(handle -> say(handle, onboarded, traders));
    }

    private void say(Handle handle, Set<String> onboarded, Set<String> traders) {
        handle.execute(SAY, run, gateway, onboarded.toArray(String[]::new), traders.toArray(String[]::new));
    }

    /** This gateway stops, perhaps only to start again. */
    public void gone() {
        asked(handle -> handle.execute(GONE, run));
    }

    private void asked(HandleConsumer<RuntimeException> work) {
        try {
            database.useTransaction(work);
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the table of gateways doesn't answer", e);
        }
    }

    /** Whom any gateway has onboarded. What was read from the tables before this was asked is of nobody else's doing. */
    public Set<String> onboarded() {
        return all(ONBOARDED);
    }

    /** Whom any gateway lets trade. What was read from the tables before this was asked is of nobody else's doing. */
    public Set<String> traders() {
        return all(TRADERS);
    }

    private Set<String> all(String sql) {
        return new HashSet<>(RoundTrip.list(source, new SqlQuery<>(sql, List.of(run), row -> row.getString(1))));
    }
}
