package dev.rctp.gateway.cli;

import java.util.concurrent.CountDownLatch;

/** Waits for the process to be told to stop. */
final class UntilStopped {

    private UntilStopped() {}

    /** Blocks until then, and has the part closed before the process ends. */
    static void close(AutoCloseable part) throws InterruptedException {
        CountDownLatch stopped = new CountDownLatch(1);
        Runtime.getRuntime().addShutdownHook(Thread.ofPlatform().name("stop").unstarted(() -> {
            try {
                part.close();
            } catch (Exception e) {
                throw new IllegalStateException("did not stop in good order", e);
            } finally {
                stopped.countDown();
            }
        }));
        stopped.await();
    }
}
