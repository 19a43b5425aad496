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

    private static final String KEEP = """
            INSERT INTO published_key (gateway, kid, can_sign, since, seen_at) VALUES (?, ?, ?, ?, clock_timestamp())
            ON CONFLICT (gateway, kid) DO UPDATE SET can_sign = excluded.can_sign, seen_at = excluded.seen_at""";
    private static final String DROP = "DELETE FROM published_key WHERE gateway = ? AND kid <> ALL (?)";
    private static final String ALIVE = "UPDATE published_key SET seen_at = clock_timestamp() WHERE gateway = ?";
    private static final String GONE =
            "UPDATE published_key SET seen_at = clock_timestamp() - interval '1 minute' WHERE gateway = ?";
    private static final String FORGET =
            "DELETE FROM published_key WHERE seen_at < clock_timestamp() - interval '30 days'";
    private static final String CHOSEN = "SELECT kid FROM chosen_key";
    /** Whether every gateway that is alive has published the key k long enough, and can sign with it. */
    private static final String READY = """
            k.can_sign AND k.since <= ? AND NOT EXISTS (
                SELECT FROM published_key other
                WHERE other.seen_at > clock_timestamp() - interval '1 minute' AND NOT EXISTS (
                    SELECT FROM published_key same
                    WHERE same.gateway = other.gateway AND same.kid = k.kid AND same.can_sign AND same.since <= ?))""";

    private static final String LIST = "SELECT k.kid, k.can_sign, k.since, " + READY
            + " FROM published_key k WHERE k.gateway = ? ORDER BY k.since, k.kid";
    private static final String CHOOSE = "INSERT INTO chosen_key (kid) SELECT k.kid FROM published_key k"
            + " WHERE k.kid = ? AND k.gateway = ? AND " + READY
            + " ON CONFLICT (one) DO UPDATE SET kid = excluded.kid";

    private final DataSource source;
    private final Jdbi database;
    private final String gateway;

    /** Of this gateway, by its {@code gateway_id}. */
    public SqlKeys(DataSource source, String gateway) {
        this.source = source;
        this.database = Jdbi.create(source);
        this.gateway = gateway;
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
            handle.execute(DROP, gateway, keys.keySet().toArray(String[]::new));
            keys.forEach((kid, canSign) -> handle.execute(KEEP, gateway, kid, canSign, now.atOffset(ZoneOffset.UTC)));
        });
    }

    /** This gateway is alive, so nothing may be chosen that it can't sign with. */
    public void alive() {
        asked(handle -> handle.execute(ALIVE, gateway));
    }

    /** This gateway stops, so what it can't sign with may be chosen; what it published so far counts on. */
    public void gone() {
        asked(handle -> handle.execute(GONE, gateway));
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
                        List.of(longAgo, longAgo, gateway),
                        row -> new Published(
                                row.getString(1),
                                row.getBoolean(2),
                                row.getObject(3, OffsetDateTime.class).toInstant(),
                                row.getBoolean(4))));
    }

    /** Chooses the key: touches no row where it isn't ready. */
    public Statement choose(String kid, Instant now) {
        Instant longAgo = now.minus(PUBLISHED_BEFORE);
        return Statement.of(CHOOSE, kid, gateway, longAgo, longAgo);
    }
}
