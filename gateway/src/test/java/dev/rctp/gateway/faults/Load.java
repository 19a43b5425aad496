package dev.rctp.gateway.faults;

import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** Callers that call one time after the other, each until it is told to stop or its connection breaks. */
final class Load implements AutoCloseable {

    private final Queue<Caller.Attempt> attempts = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile boolean stopping;

    private Load() {}

    /** So many at once, taken from the callers in turn. */
    static Load of(List<Caller> callers, int atOnce) {
        Load load = new Load();
        for (int i = 0; i < atOnce; i++) {
            Caller caller = callers.get(i % callers.size());
            var _ = load.threads.submit(() -> {
                load.run(caller);
                return null;
            });
        }
        return load;
    }

    private void run(Caller caller) throws InterruptedException {
        while (!stopping) {
            Caller.Attempt attempt = caller.call();
            attempts.add(attempt);
            if (attempt.answer() == null) {
                return;
            }
        }
    }

    /** What has come of calls so far. */
    List<Caller.Attempt> attempts() {
        return List.copyOf(attempts);
    }

    /** How many calls were answered with this status so far. */
    long answered(int status) {
        return attempts.stream().filter(attempt -> attempt.status() == status).count();
    }

    /** Lets each caller finish its call; all that came of them. */
    List<Caller.Attempt> finish() throws InterruptedException {
        stopping = true;
        threads.shutdown();
        if (!threads.awaitTermination(120, TimeUnit.SECONDS)) {
            throw new AssertionError("calls that never end");
        }
        return attempts();
    }

    @Override
    public void close() {
        stopping = true;
        threads.shutdownNow();
    }
}
