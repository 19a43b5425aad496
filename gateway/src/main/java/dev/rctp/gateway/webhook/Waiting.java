package dev.rctp.gateway.webhook;

import dev.rctp.gateway.enforce.StoreUnavailableException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * The webhooks that wait, shared by all gateways of one database. Only the first of its receiver and subject is ever taken, under a lease: a
 * later one waits until it is gone, so that their order is kept (WHK-1).
 */
final class Waiting {

    /** Receiver by receiver, of which there are few, so that what waits for one costs the others nothing. */
    private static final String RECEIVERS = """
            WITH RECURSIVE receivers AS (
                (SELECT receiver FROM webhook ORDER BY receiver LIMIT 1)
                UNION ALL
                SELECT (SELECT w.receiver FROM webhook w WHERE w.receiver > r.receiver ORDER BY w.receiver LIMIT 1)
                FROM receivers r WHERE r.receiver IS NOT NULL)
            """;

    private static final String TAKE = RECEIVERS + """
            UPDATE webhook SET attempts = attempts + 1, due_at = :until
            WHERE place IN (
                SELECT w.place FROM webhook w
                WHERE w.due_at <= :now AND w.place IN (
                    SELECT due.place FROM receivers r CROSS JOIN LATERAL (
                        SELECT f.place FROM webhook f
                        WHERE f.receiver = r.receiver AND f.due_at <= :now
                          AND NOT EXISTS (SELECT FROM webhook e
                                          WHERE e.receiver = f.receiver AND e.subject = f.subject AND e.place < f.place)
                        ORDER BY f.due_at, f.place LIMIT :each) due
                    WHERE r.receiver = ANY (:receivers))
                ORDER BY w.due_at, w.place LIMIT :most FOR UPDATE SKIP LOCKED)
            RETURNING place, webhook_id, receiver, type, subject, status, approval_url, made_at, attempts""";

    private static final String DONE = "DELETE FROM webhook WHERE place = :place";
    /** The whole line waits with its first. */
    private static final String LATER = """
            UPDATE webhook w SET due_at = :due FROM webhook f
            WHERE f.place = :place AND f.attempts = :attempt AND (w.receiver, w.subject) = (f.receiver, f.subject)""";

    private static final String LINE = RECEIVERS + """
            SELECT receiver, (SELECT max(place) FROM webhook) AS last FROM receivers WHERE receiver IS NOT NULL""";

    private static final String STOP = "DELETE FROM webhook WHERE receiver = :receiver AND place <= :last";
    private static final String GIVE_UP = "DELETE FROM webhook WHERE receiver = :receiver AND made_at <= :before";

    private static final String COUNT =
            "SELECT count(*) FILTER (WHERE receiver = :marketplace) AS marketplace, count(*) AS every FROM webhook";

    private final Jdbi database;

    Waiting(DataSource source) {
        this.database = Jdbi.create(source);
    }

    /**
     * Takes webhooks whose time has come.
     *
     * @param most how many at most
     * @param each how many at most of one receiver
     * @param receivers whose webhooks are to be taken
     */
    List<Delivery> take(int most, int each, Collection<String> receivers, Duration lease, Instant now) {
        return asked(() -> database.withHandle(handle -> handle.createQuery(TAKE)
                .bind("now", now.atOffset(ZoneOffset.UTC))
                .bind("until", now.plus(lease).atOffset(ZoneOffset.UTC))
                .bindArray("receivers", String.class, List.copyOf(receivers))
                .bind("each", each)
                .bind("most", most)
                .map((row, context) -> read(row))
                .list()));
    }

    private static Delivery read(ResultSet row) throws SQLException {
        Notice notice = new Notice(
                Notice.Type.ofCode(row.getString("type")),
                row.getString("subject"),
                row.getString("status"),
                row.getString("receiver"),
                row.getString("approval_url"));
        return new Delivery(
                row.getLong("place"),
                row.getString("webhook_id"),
                notice,
                row.getTimestamp("made_at").toInstant(),
                row.getInt("attempts"));
    }

    /** How many there are, of all gateways. */
    Backlog backlog() {
        return asked(() -> database.withHandle(handle -> handle.createQuery(COUNT)
                .bind("marketplace", Notice.MARKETPLACE)
                .map((row, context) ->
                        new Backlog(row.getInt("marketplace"), row.getInt("every") - row.getInt("marketplace")))
                .one()));
    }

    /** How many webhooks wait for the marketplace, and for all operators together. */
    record Backlog(int marketplace, int operators) {}

    /** It waits no more: it was delivered, or is given up. */
    void done(Delivery delivery) {
        asked(() -> database.withHandle(handle ->
                handle.createUpdate(DONE).bind("place", delivery.place()).execute()));
    }

    /** It is tried again then, unless someone else has it meanwhile. */
    void later(Delivery delivery, Instant due) {
        asked(() -> database.withHandle(handle -> handle.createUpdate(LATER)
                .bind("place", delivery.place())
                .bind("attempt", delivery.attempt())
                .bind("due", due.atOffset(ZoneOffset.UTC))
                .execute()));
    }

    /**
     * Who is waited for.
     *
     * @param receivers all of them
     * @param last the place of the last that waits; what comes after that is unknown yet
     */
    record Line(Set<String> receivers, long last) {}

    Line line() {
        return asked(() -> database.withHandle(handle -> {
            List<Map.Entry<String, Long>> rows = handle.createQuery(LINE)
                    .map((row, context) -> Map.entry(row.getString("receiver"), row.getLong("last")))
                    .list();
            Set<String> receivers = rows.stream().map(Map.Entry::getKey).collect(Collectors.toSet());
            return new Line(receivers, rows.isEmpty() ? 0 : rows.getFirst().getValue());
        }));
    }

    /** Nothing up to this place waits for this receiver any more; returns how many did. */
    int stop(String receiver, long last) {
        return asked(() -> database.withHandle(handle -> handle.createUpdate(STOP)
                .bind("receiver", receiver)
                .bind("last", last)
                .execute()));
    }

    /** Nothing that was made by then waits for this receiver any more; returns how many did. */
    int giveUp(String receiver, Instant before) {
        return asked(() -> database.withHandle(handle -> handle.createUpdate(GIVE_UP)
                .bind("receiver", receiver)
                .bind("before", before.atOffset(ZoneOffset.UTC))
                .execute()));
    }

    private static <T> T asked(Supplier<T> question) {
        try {
            return question.get();
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the table of webhooks doesn't answer", e);
        }
    }
}
