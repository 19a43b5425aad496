package dev.rctp.attest;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes batches, one transaction each where it can, and answers every submission of a batch exactly once. */
final class BatchWriter {

    private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);
    private static final int ATTEMPTS = 5;

    private final DataSource database;
    private final BatchTransaction transaction;
    private final HeldChains held;
    private final int timeoutMillis;
    private final BatchWatch watch;

    BatchWriter(DataSource database, EntryMaker maker, Duration timeout, BatchWatch watch) {
        this.database = database;
        this.transaction = new BatchTransaction(maker);
        this.held = new HeldChains(database);
        this.timeoutMillis = Math.toIntExact(timeout.toMillis());
        this.watch = watch;
    }

    /** Answers every submission: with what became durable, or with a failure. */
    void write(List<Submission> batch) {
        try {
            List<Submission> free = withoutHeld(batch, held.still());
            if (!free.isEmpty()) {
                write(free, Patience.USUAL);
            }
        } catch (SQLException e) {
            fail(batch, DatabaseFault.withoutData(e));
        }
    }

    private void write(List<Submission> batch, Patience patience) {
        switch (attempts(batch, patience)) {
            case Attempt.Durable(List<Candidate> all) -> {
                all.forEach(c -> c.submission().answer(c.outcome()));
                List<Candidate> standing =
                        all.stream().filter(Candidate::standing).toList();
                watch.committed(
                        standing.size(),
                        standing.stream()
                                .mapToInt(c -> c.unit().entries().size())
                                .sum());
            }
            case Attempt.Undone(List<Candidate> all) -> apart(all, patience);
            case Attempt.Busy(SQLException cause) when patience == Patience.USUAL -> aside(batch, cause);
            case Attempt.Busy(SQLException cause) -> split(batch, cause, patience);
            case Attempt.Rejected(Throwable cause) -> split(batch, cause, patience);
            case Attempt.Unreachable(Throwable cause) -> fail(batch, cause);
        }
    }

    /** Those that lost a later guard had written something: the others go on without them, and each of them is tried alone. */
    private void apart(List<Candidate> undone, Patience patience) {
        if (undone.size() == 1) {
            undone.forEach(c -> c.submission().answer(c.outcome()));
            return;
        }
        List<Submission> others = submissions(undone, Predicate.not(Candidate::leftTraces));
        if (!others.isEmpty()) {
            write(others, patience);
        }
        submissions(undone, Candidate::leftTraces).forEach(loser -> write(List.of(loser), patience));
    }

    /**
     * Someone holds a row that one of them needs. The wait for it was had once: units of held chains fail, and the others go on
     * with little patience for what else may be held.
     */
    private void aside(List<Submission> batch, SQLException cause) {
        try {
            List<Submission> free = withoutHeld(batch, held.among(subjects(batch)));
            if (free.size() == 1 && batch.size() == 1) {
                fail(free, cause);
            } else if (!free.isEmpty()) {
                write(free, Patience.LITTLE);
            }
        } catch (SQLException e) {
            fail(batch, DatabaseFault.withoutData(e));
        }
    }

    private static List<Submission> withoutHeld(List<Submission> batch, Set<Subject> heldChains) {
        if (heldChains.isEmpty()) {
            return batch;
        }
        Map<Boolean, List<Submission>> touchHeld =
                batch.stream().collect(Collectors.partitioningBy(s -> !Collections.disjoint(heldChains, s.subjects())));
        List<Submission> blocked = touchHeld.getOrDefault(true, List.of());
        if (!blocked.isEmpty()) {
            fail(blocked, new SQLException("a chain is held by another transaction", "55P03"));
        }
        return touchHeld.getOrDefault(false, List.of());
    }

    private static SortedSet<Subject> subjects(List<Submission> batch) {
        return batch.stream().flatMap(s -> s.subjects().stream()).collect(Collectors.toCollection(TreeSet::new));
    }

    /** One of them is at fault; halving finds it, and only that one fails. */
    private void split(List<Submission> batch, Throwable cause, Patience patience) {
        if (batch.size() == 1) {
            fail(batch, cause);
            return;
        }
        int half = batch.size() / 2;
        write(batch.subList(0, half), patience);
        write(batch.subList(half, batch.size()), patience);
    }

    private static void fail(List<Submission> batch, Throwable cause) {
        LOG.warn("units not written: {}", batch.size(), cause);
        batch.forEach(submission -> submission.fail(cause));
    }

    private static List<Submission> submissions(List<Candidate> candidates, Predicate<Candidate> which) {
        return candidates.stream().filter(which).map(Candidate::submission).toList();
    }

    private Attempt attempts(List<Submission> batch, Patience patience) {
        for (int i = 1; ; i++) {
            try {
                return attempt(batch, patience);
            } catch (SQLException e) {
                DatabaseFault fault = DatabaseFault.of(e);
                if (fault == DatabaseFault.UNREACHABLE) {
                    return new Attempt.Unreachable(DatabaseFault.withoutData(e));
                }
                if (fault == DatabaseFault.BUSY) {
                    return new Attempt.Busy(DatabaseFault.withoutData(e));
                }
                if (fault == DatabaseFault.REJECTED || i == ATTEMPTS) {
                    return new Attempt.Rejected(DatabaseFault.withoutData(e));
                }
            } catch (RuntimeException | Error e) {
                return new Attempt.Rejected(e);
            }
        }
    }

    private Attempt attempt(List<Submission> batch, Patience patience) throws SQLException {
        List<Candidate> candidates = batch.stream().map(Candidate::new).toList();
        try (Connection connection = database.getConnection()) {
            connection.setNetworkTimeout(Runnable::run, timeoutMillis);
            connection.setAutoCommit(false);
            try {
                patience.applyTo(connection);
                transaction.run(connection, candidates);
                if (candidates.stream().anyMatch(Candidate::leftTraces)) {
                    connection.rollback();
                    return new Attempt.Undone(candidates);
                }
                connection.commit();
            } catch (SQLException | RuntimeException | Error e) {
                rollback(connection, e);
                throw e;
            }
        }
        return new Attempt.Durable(candidates);
    }

    private static void rollback(Connection connection, Throwable why) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            why.addSuppressed(e);
        }
    }

    /** How long a transaction's statements wait for rows that another one holds. */
    private enum Patience {
        /** As the connection is set up. */
        USUAL,
        /** 250 ms: the second time that these units wait. */
        LITTLE;

        void applyTo(Connection connection) throws SQLException {
            if (this == LITTLE) {
                try (java.sql.Statement statement = connection.createStatement()) {
                    statement.execute("SET LOCAL lock_timeout = 250");
                }
            }
        }
    }

    /** How one attempt at a transaction ended. */
    private sealed interface Attempt {

        record Durable(List<Candidate> candidates) implements Attempt {}

        record Undone(List<Candidate> candidates) implements Attempt {}

        record Busy(SQLException cause) implements Attempt {}

        record Rejected(Throwable cause) implements Attempt {}

        record Unreachable(Throwable cause) implements Attempt {}
    }
}
