package dev.rctp.attest;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes refusals without a subject's chain, many in one entry of {@code perimeter/<UTC date>.<gateway>} (REC-1); safe for concurrent
 * use. What was noted within the last interval is lost in a crash (REC-3).
 */
public final class Perimeter implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Perimeter.class);

    private final Ledger ledger;
    private final String gatewayId;
    private final InstantSource clock;
    private final Duration interval;
    private final RefusalNotes notes;
    private final ReentrantLock writing = new ReentrantLock();
    private final ScheduledExecutorService schedule = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().name("perimeter").daemon().factory());

    /**
     * Does nothing on its own until {@link #start}.
     *
     * @param gatewayId tells this process from others on the database; the characters of a {@link Subject}'s id
     */
    public Perimeter(Ledger ledger, String gatewayId, InstantSource clock, Settings settings) {
        this.ledger = ledger;
        this.gatewayId = gatewayId;
        this.clock = clock;
        this.interval = settings.interval();
        this.notes = new RefusalNotes(settings.perAddressPerMinute(), settings.maxPending());
        subject(clock.instant());
    }

    /** Starts writing once per interval; once only. */
    public Perimeter start() {
        long nanos = interval.toNanos();
        var _ = schedule.scheduleWithFixedDelay(this::flush, nanos, nanos, TimeUnit.NANOSECONDS);
        return this;
    }

    /** So many refusals of one address are written in full per minute from now on; negative is refused. */
    public void reload(int perAddressPerMinute) {
        if (perAddressPerMinute < 0) {
            throw new IllegalArgumentException("bounds of a perimeter that make no sense");
        }
        notes.reload(perAddressPerMinute);
    }

    /** Takes note of a refusal; never blocks on the database and never throws; past a limit only counts it. */
    public void refused(Refusal refusal) {
        notes.add(refusal, clock.instant());
    }

    /** Writes what was noted so far and returns when it is durable; when the ledger is unavailable it stays noted for the next time. */
    public void flush() {
        writing.lock();
        try {
            while (writeSome()) {
                LOG.trace("a full entry of refusals was written");
            }
        } catch (LedgerUnavailableException | RuntimeException e) {
            LOG.warn("refusals stay unwritten until the next try", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            writing.unlock();
        }
    }

    /** Stops the schedule and writes what is left. */
    @Override
    public void close() {
        schedule.close();
        flush();
    }

    private boolean writeSome() throws LedgerUnavailableException, InterruptedException {
        RefusalNotes.Page page = notes.next();
        if (page.isEmpty()) {
            return false;
        }
        boolean written = false;
        try {
            ledger.commit(Unit.of(new EntryDraft(subject(clock.instant()), "refusals", page.body())));
            written = true;
        } finally {
            if (!written) {
                notes.putBack(page);
            }
        }
        return page.isFull();
    }

    private Subject subject(Instant now) {
        return new Subject("perimeter", LocalDate.ofInstant(now, ZoneOffset.UTC) + "." + gatewayId);
    }

    /**
     * The bounds of the perimeter's record.
     *
     * @param interval how often what was noted is written
     * @param perAddressPerMinute refusals of one address written in full per minute
     * @param maxPending refusals waiting in full; further ones are only counted
     */
    public record Settings(Duration interval, int perAddressPerMinute, int maxPending) {

        /** Refuses an interval that is not positive and negative limits. */
        public Settings {
            if (!interval.isPositive() || perAddressPerMinute < 0 || maxPending < 0) {
                throw new IllegalArgumentException("bounds of a perimeter that make no sense");
            }
        }

        /** 1 s, 60 per address and minute, 2000 waiting. */
        public static Settings defaults() {
            return new Settings(Duration.ofSeconds(1), 60, 2000);
        }
    }
}
