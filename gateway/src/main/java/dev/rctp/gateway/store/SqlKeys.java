package dev.rctp.gateway.store;

import dev.rctp.attest.Statement;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.registries.SqlQuery;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/** The keys that the gateways of one database publish, and the one that was chosen to sign for all of them (MGT-1). */
public final class SqlKeys {

    /** A profile may be 5 minutes old where it is fetched (DIS-1), and is kept for 5 more (OPR-2). */
    static final Duration PUBLISHED_BEFORE = Duration.ofMinutes(10);

    // goes on with what its gateway_id has published, unless a process of that name, this one too, lately published
    // without it
    private static final String KEEP = """
            INSERT INTO published_key (run, gateway, kid, can_sign, since, seen_at)
            SELECT own.run, own.gateway, k.kid, k.can_sign, coalesce(
                (SELECT max(same.since) FROM published_key same
                 WHERE same.gateway = own.gateway AND same.kid = k.kid AND NOT EXISTS (
                    SELECT FROM published_key other
                    WHERE other.gateway = own.gateway AND other.seen_at > clock_timestamp() - ? * interval '1 second'
                      AND NOT EXISTS (SELECT FROM published_key o WHERE o.run = other.run AND o.kid = k.kid))),
                ?), clock_timestamp()
            FROM unnest(?::text[], ?::boolean[]) k (kid, can_sign), (VALUES (?::text, ?::text)) own (run, gateway)
            ON CONFLICT (run, kid) DO UPDATE SET can_sign = excluded.can_sign, seen_at = excluded.seen_at""";
    private static final String DROP = "DELETE FROM published_key WHERE run = ? AND kid <> ALL (?)";
    private static final String ALIVE = "UPDATE published_key SET seen_at = clock_timestamp() WHERE run = ?";
    private static final String GONE =
            "UPDATE published_key SET seen_at = clock_timestamp() - interval '1 minute' WHERE run = ?";
    private static final String FORGET =
            "DELETE FROM published_key WHERE seen_at < clock_timestamp() - interval '30 days'";
    private static final String CHOSEN = "SELECT kid FROM chosen_key";
    /** Whether every gateway that is alive has published the key k long enough, and can sign with it. */
    private static final String READY = """
            k.can_sign AND k.since <= ? AND NOT EXISTS (
                SELECT FROM published_key other
                WHERE other.seen_at > clock_timestamp() - interval '1 minute' AND NOT EXISTS (
                    SELECT FROM published_key same
                    WHERE same.run = other.run AND same.kid = k.kid AND same.can_sign AND same.since <= ?))""";

    private static final String LIST = "SELECT k.kid, k.can_sign, k.since, " + READY
            + " FROM published_key k WHERE k.run = ? ORDER BY k.since, k.kid";
    private static final String CHOOSE = "INSERT INTO chosen_key (kid) SELECT k.kid FROM published_key k"
            + " WHERE k.kid = ? AND k.run = ? AND " + READY
            + " ON CONFLICT (one) DO UPDATE SET kid = excluded.kid";

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
    public SqlKeys(DataSource source, String gateway, String run) {
        this.source = source;
        this.database = Jdbi.create(source);
        this.gateway = gateway;
        this.run = run;
    }

    /**
     * A key of the profile.
     *
     * @param kid its thumbprint
     * @param canSign whether this gateway has its private part
     * @param since from when on this gateway has published it without a break
     * @param ready whether it may be chosen: every gateway can sign with it and has published it long enough
     */
    public record Published(String kid, boolean canSign, Instant since, boolean ready) {}

    /** This gateway publishes these keys from now on, each with whether it can sign with it. */
    public void publish(Map<String, Boolean> keys, Instant now) {
        asked(handle -> {
            String[] kids = keys.keySet().toArray(String[]::new);
            Boolean[] canSign = keys.values().toArray(Boolean[]::new);
            handle.execute(
                    KEEP, PUBLISHED_BEFORE.toSeconds(), now.atOffset(ZoneOffset.UTC), kids, canSign, run, gateway);
            handle.execute(DROP, run, kids);
        });
    }

    /** This gateway is alive, so nothing may be chosen that it can't sign with. */
    public void alive() {
        asked(handle -> handle.execute(ALIVE, run));
    }

    /** This gateway stops, so what it can't sign with may be chosen; what it published so far counts on. */
    public void gone() {
        asked(handle -> handle.execute(GONE, run));
    }

    /** Drops what gateways published that have not been alive for 30 days: one that comes back then begins anew. */
    public void forgetOthers() {
        asked(handle -> handle.execute(FORGET));
    }

    private void asked(Consumer<Handle> work) {
        try {
            database.useTransaction(work::accept);
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the table of keys doesn't answer", e);
        }
    }

    /** The key that was chosen; empty for none. */
    public Optional<String> chosen() {
        return RoundTrip.ask(source, new SqlQuery<>(CHOSEN, List.of(), row -> row.getString(1)));
    }

    /** The keys that this gateway publishes, the oldest first. */
    public List<Published> list(Instant now) {
        Instant longAgo = now.minus(PUBLISHED_BEFORE);
        return RoundTrip.list(
                source,
                new SqlQuery<>(
                        LIST,
                        List.of(longAgo, longAgo, run),
                        row -> new Published(
                                row.getString(1),
                                row.getBoolean(2),
                                row.getObject(3, OffsetDateTime.class).toInstant(),
                                row.getBoolean(4))));
    }

    /** Chooses the key: touches no row where it isn't ready. */
    public Statement choose(String kid, Instant now) {
        Instant longAgo = now.minus(PUBLISHED_BEFORE);
        return Statement.of(CHOOSE, kid, run, longAgo, longAgo);
    }
}
