package dev.rctp.gateway.enforce;

import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/** Attempts that are made in the background, so many at once and no more; none waits for another, and whoever begins them for none. */
public final class Attempts implements AutoCloseable {

    private final int most;
    private final Duration grace;
    private final Semaphore places;
    private final Semaphore ended = new Semaphore(0);
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    /**
     * Creates it.
     *
     * @param most how many may be under way
     * @param grace how long those under way may take to end when it closes
     */
    public Attempts(int most, Duration grace) {
        this.most = most;
        this.grace = grace;
        this.places = new Semaphore(most);
    }

    /** How many more can be begun now; none once it is closed. */
    public int free() {
        return threads.isShutdown() ? 0 : places.availablePermits();
    }

    /** Begins one; for one more than is free it waits. */
    public void begin(Runnable attempt) {
        places.acquireUninterruptibly();
        threads.execute(() -> {
            try {
                attempt.run();
            } finally {
                places.release();
                ended.release();
            }
        });
    }

    /** Waits until one has ended since the last time that this was asked, and no longer than that. */
    public void awaitEnd(Duration atMost) throws InterruptedException {
        var _ = ended.tryAcquire(atMost.toMillis(), TimeUnit.MILLISECONDS);
        ended.drainPermits();
    }

    /** Waits until none is under way. */
    public void rest() throws InterruptedException {
        places.acquire(most);
        places.release(most);
    }

    /** Begins no more, and gives up what has not ended after the grace. */
    @Override
    public void close() {
        threads.shutdown();
        try {
            if (!threads.awaitTermination(grace.toMillis(), TimeUnit.MILLISECONDS)) {
                threads.shutdownNow();
            }
        } catch (InterruptedException e) {
            threads.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
