package dev.rctp.attest;

import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The ledger in PostgreSQL: one writer thread that puts the units of concurrent callers into one transaction. Several, also in other
 * processes, may work on one database.
 */
public final class GroupCommit implements Ledger, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(GroupCommit.class);

    private final SubmissionQueue queue;
    private final BatchWriter writer;
    private final Duration timeout;
    private final Thread thread;

    /** Does nothing until {@link #start}; {@code clock} gives the entries' {@code at}. */
    public GroupCommit(DataSource database, EntrySigner signer, InstantSource clock, Settings settings) {
        this(database, signer, clock, settings, (units, entries) -> {});
    }

    /** The same, whose transactions somebody hears of. */
    public GroupCommit(
            DataSource database, EntrySigner signer, InstantSource clock, Settings settings, BatchWatch watch) {
        this.queue = new SubmissionQueue(settings.queueCapacity(), settings.maxBatch(), settings.linger());
        this.writer = new BatchWriter(database, new EntryMaker(signer, clock), settings.timeout(), watch);
        this.timeout = settings.timeout();
        this.thread = Thread.ofPlatform().name("ledger").daemon().unstarted(this::write);
    }

    /** Starts the writer thread; once only. */
    public GroupCommit start() {
        thread.start();
        return this;
    }

    @Override
    public Committed commit(Unit unit) throws LedgerUnavailableException, InterruptedException {
        Submission submission = new Submission(unit);
        if (!queue.offer(submission)) {
            throw new LedgerUnavailableException("the ledger is full or closed", null);
        }
        return submission.await(timeout);
    }

    /** Whether the writer thread lives: without it every unit is unavailable until a restart. */
    public boolean running() {
        return thread.isAlive();
    }

    /** How many units wait for the writer. */
    public int queued() {
        return queue.size();
    }

    /** Takes no more units, commits those already taken, and waits for the writer to end. */
    @Override
    public void close() {
        queue.close();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void write() {
        try {
            for (List<Submission> batch = queue.take(); !batch.isEmpty(); batch = queue.take()) {
                write(batch);
            }
        } finally {
            queue.close(); // whatever ends the writer: nobody waits for it
        }
    }

    /** No failure ends the writer: its batch is unavailable, the next one goes on. */
    private void write(List<Submission> batch) {
        try {
            writer.write(batch);
        } catch (RuntimeException | Error e) {
            LOG.error("the writer failed on a batch of {}", batch.size(), e);
            batch.forEach(submission -> submission.fail(e));
        }
    }

    /**
     * The bounds of a group commit.
     *
     * @param maxBatch units in one transaction, at least 1
     * @param queueCapacity units waiting, at least 1; one more is unavailable
     * @param linger how long the writer gathers units while there is load; zero turns it off
     * @param timeout how long a caller waits, and how long the database may leave one statement unanswered
     */
    public record Settings(int maxBatch, int queueCapacity, Duration linger, Duration timeout) {

        /** Refuses bounds that nothing could pass. */
        public Settings {
            if (maxBatch < 1 || queueCapacity < 1 || linger.isNegative() || !timeout.isPositive()) {
                throw new IllegalArgumentException("bounds of a group commit that nothing could pass");
            }
        }

        /** 256 units, so that a slow disk is answered with larger batches; 4096 waiting, 3 ms, 10 s. */
        public static Settings defaults() {
            return new Settings(256, 4096, Duration.ofMillis(3), Duration.ofSeconds(10));
        }
    }
}
