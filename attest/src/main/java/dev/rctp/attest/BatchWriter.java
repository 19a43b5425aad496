package dev.rctp.attest;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes batches, one transaction each where it can, and answers every submission of a batch exactly once. */
final class BatchWriter {

    private static final Logger LOG = LoggerFactory.getLogger(BatchWriter.class);
    private static final int ATTEMPTS = 5;

    private final DataSource database;
    private final BatchTransaction transaction;
    private final int timeoutMillis;

    BatchWriter(DataSource database, EntryMaker maker, Duration timeout) {
        this.database = database;
        this.transaction = new BatchTransaction(maker);
        this.timeoutMillis = Math.toIntExact(timeout.toMillis());
    }

    /** Answers every submission: with what became durable, or with a failure. */
    void write(List<Submission> batch) {
        switch (attempts(batch)) {
            case Attempt.Durable(List<Candidate> all) ->
                all.forEach(c -> c.submission().answer(c.outcome()));
            case Attempt.Undone(List<Candidate> all) -> apart(all);
            case Attempt.Rejected(Throwable cause) -> split(batch, cause);
            case Attempt.Unreachable(Throwable cause) -> fail(batch, cause);
        }
    }

    /** Those that lost a later guard had written something: the others go on without them, and each of them is tried alone. */
    private void apart(List<Candidate> undone) {
        if (undone.size() == 1) {
            undone.forEach(c -> c.submission().answer(c.outcome()));
            return;
        }
        List<Submission> others = submissions(undone, Predicate.not(Candidate::leftTraces));
        if (!others.isEmpty()) {
            write(others);
        }
        submissions(undone, Candidate::leftTraces).forEach(loser -> write(List.of(loser)));
    }

    /** One of them is at fault; halving finds it, and only that one fails. */
    private void split(List<Submission> batch, Throwable cause) {
        if (batch.size() == 1) {
            fail(batch, cause);
            return;
        }
        int half = batch.size() / 2;
        write(batch.subList(0, half));
        write(batch.subList(half, batch.size()));
    }

    private static void fail(List<Submission> batch, Throwable cause) {
        LOG.warn("units not written: {}", batch.size(), cause);
        batch.forEach(submission -> submission.fail(cause));
    }

    private static List<Submission> submissions(List<Candidate> candidates, Predicate<Candidate> which) {
        return candidates.stream().filter(which).map(Candidate::submission).toList();
    }

    private Attempt attempts(List<Submission> batch) {
        for (int i = 1; ; i++) {
            try {
                return attempt(batch);
            } catch (SQLException e) {
                DatabaseFault fault = DatabaseFault.of(e);
                if (fault == DatabaseFault.UNREACHABLE) {
                    return new Attempt.Unreachable(DatabaseFault.withoutData(e));
                }
                if (fault == DatabaseFault.REJECTED || i == ATTEMPTS) {
                    return new Attempt.Rejected(DatabaseFault.withoutData(e));
                }
            } catch (RuntimeException | StackOverflowError e) {
                return new Attempt.Rejected(e);
            }
        }
    }

    private Attempt attempt(List<Submission> batch) throws SQLException {
        List<Candidate> candidates = batch.stream().map(Candidate::new).toList();
        try (Connection connection = database.getConnection()) {
            connection.setNetworkTimeout(Runnable::run, timeoutMillis);
            connection.setAutoCommit(false);
            try {
                transaction.run(connection, candidates);
                if (candidates.stream().anyMatch(Candidate::leftTraces)) {
                    connection.rollback();
                    return new Attempt.Undone(candidates);
                }
                connection.commit();
            } catch (SQLException | RuntimeException | StackOverflowError e) {
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

    /** How one attempt at a transaction ended. */
    private sealed interface Attempt {

        record Durable(List<Candidate> candidates) implements Attempt {}

        record Undone(List<Candidate> candidates) implements Attempt {}

        record Rejected(Throwable cause) implements Attempt {}

        record Unreachable(Throwable cause) implements Attempt {}
    }
}
