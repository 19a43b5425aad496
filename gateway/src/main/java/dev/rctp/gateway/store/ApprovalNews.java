package dev.rctp.gateway.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.postgresql.PGConnection;
import org.postgresql.PGNotification;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Wakes those who wait for an approval when the database tells of a change, in whichever process it was made. One connection listens for
 * all; while there is none, everybody is woken now and then and looks.
 */
public final class ApprovalNews implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ApprovalNews.class);
    private static final String LISTEN = "LISTEN rctp_approval";
    private static final int LISTENS_FOR_MILLIS = 250;
    private static final Duration PAUSE = Duration.ofSeconds(1);

    private final DataSource database;
    private final Map<String, List<CountDownLatch>> waiting = new ConcurrentHashMap<>();
    private final Thread listener;
    private volatile boolean closed;

    /** Will listen on this database. */
    public ApprovalNews(DataSource database) {
        this.database = database;
        this.listener = Thread.ofPlatform().daemon().name("approval-news").unstarted(this::listen);
    }

    /** Begins to listen. */
    public ApprovalNews start() {
        listener.start();
        return this;
    }

    /** Someone's wait for one approval; made before they look, so that nothing is missed between. */
    final class Wait implements AutoCloseable {

        private final String approval;
        private final CountDownLatch change = new CountDownLatch(1);

        private Wait(String approval) {
            this.approval = approval;
        }

        /** Waits for a change of it, or for anything that could be one, no longer than this. */
        void await(Duration longest) throws InterruptedException {
            var _ = change.await(longest.toMillis(), TimeUnit.MILLISECONDS);
        }

        @Override
        public void close() {
            waiting.computeIfPresent(approval, (id, all) -> {
                all.remove(change);
                return all.isEmpty() ? null : all;
            });
        }
    }

    Wait waitFor(String approval) {
        Wait wait = new Wait(approval);
        waiting.compute(approval, (id, all) -> {
            List<CountDownLatch> some = all == null ? new CopyOnWriteArrayList<>() : all;
            some.add(wait.change);
            return some;
        });
        return wait;
    }

    private void listen() {
        while (!closed) {
            try (Connection connection = database.getConnection();
                    Statement statement = connection.createStatement()) {
                connection.setAutoCommit(true);
                statement.execute(LISTEN);
                wakeAll();
                try {
                    hear(connection.unwrap(PGConnection.class));
                } finally {
                    statement.execute("UNLISTEN *"); // fails on a cut connection, which the pool then lends to nobody
                }
            } catch (SQLException e) {
                if (!closed) {
                    LOG.atWarn().setCause(e).log("changes of approvals are not heard for the moment");
                    pause();
                }
                wakeAll();
            }
        }
    }

    private void hear(PGConnection connection) throws SQLException {
        while (!closed) {
            PGNotification[] news = connection.getNotifications(LISTENS_FOR_MILLIS);
            for (PGNotification one : news == null ? new PGNotification[0] : news) {
                wake(waiting.getOrDefault(one.getParameter(), List.of()));
            }
        }
    }

    private void wakeAll() {
        waiting.values().forEach(ApprovalNews::wake);
    }

    private static void wake(List<CountDownLatch> some) {
        some.forEach(CountDownLatch::countDown);
    }

    private void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            closed = true;
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            var _ = listener.join(PAUSE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
