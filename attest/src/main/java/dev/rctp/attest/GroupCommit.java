package dev.rctp.attest;

import java.time.Duration;
import java.time.InstantSource;
import javax.sql.DataSource;

/** The ledger in PostgreSQL: one writer thread that puts the units of concurrent callers into one transaction. */
public final class GroupCommit implements Ledger, AutoCloseable {

    private final Settings settings;

    /** Does nothing until {@link #start}; {@code clock} gives the entries' {@code at}. */
    public GroupCommit(DataSource database, EntrySigner signer, InstantSource clock, Settings settings) {
        this.settings = settings;
    }

    /** Starts the writer thread; once only. */
    public GroupCommit start() {
        return this;
    }

    @Override
    public Committed commit(Unit unit) throws LedgerUnavailableException, InterruptedException {
        throw new LedgerUnavailableException("not written yet: " + settings, null);
    }

    /** Takes no more units, commits those already taken, and stops the writer. */
    @Override
    public void close() {}

    /**
     * The bounds of a group commit.
     *
     * @param maxBatch units in one transaction, at least 1
     * @param queueCapacity units waiting; one more is unavailable
     * @param linger how long the writer gathers units while there is load; zero turns it off
     * @param timeout how long a caller waits, and how long the database may leave one statement unanswered
     */
    public record Settings(int maxBatch, int queueCapacity, Duration linger, Duration timeout) {

        /** 50 units, 4096 waiting, 1 ms, 10 s. */
        public static Settings defaults() {
            return new Settings(50, 4096, Duration.ofMillis(1), Duration.ofSeconds(10));
        }
    }
}
