package dev.rctp.gateway.http.outbound;

import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/** Looks names up on a few platform threads of its own, since a lookup cannot be given a deadline and would pin a carrier thread. */
final class NameResolver implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int WAITING = 256;

    private final NameLookup lookup;
    private final ExecutorService threads;

    /** A resolver that asks this lookup. */
    NameResolver(NameLookup lookup) {
        this.lookup = lookup;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                THREADS,
                THREADS,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(WAITING),
                Thread.ofPlatform().daemon().name("names-", 0).factory());
        pool.allowCoreThreadTimeOut(true);
        this.threads = pool;
    }

    /**
     * Tells all addresses of a host name on the given loop; none where the lookup fails, or takes longer. An address literal is told at
     * once.
     */
    void resolve(String host, EventLoop on, Duration atMost, Consumer<List<InetAddress>> found) {
        try {
            found.accept(List.of(InetAddress.ofLiteral(host)));
        } catch (IllegalArgumentException name) {
            lookUp(host, on, atMost, found);
        }
    }

    private void lookUp(String host, EventLoop on, Duration atMost, Consumer<List<InetAddress>> found) {
        AtomicBoolean told = new AtomicBoolean();
        Consumer<List<InetAddress>> first = addresses -> {
            if (told.compareAndSet(false, true)) {
                found.accept(addresses);
            }
        };
        try {
            Future<?> asking = threads.submit(() -> {
                List<InetAddress> addresses = addressesOrNone(host);
                on.execute(() -> first.accept(addresses));
            });
            var _ = on.schedule(() -> giveUp(asking, first), atMost.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException full) {
            first.accept(List.of());
        }
    }

    private static void giveUp(Future<?> asking, Consumer<List<InetAddress>> first) {
        asking.cancel(true);
        first.accept(List.of());
    }

    @SuppressWarnings("IllegalCatch")
    private List<InetAddress> addressesOrNone(String host) {
        try {
            return List.of(lookup.addresses(host));
        } catch (UnknownHostException | RuntimeException failed) {
            return List.of();
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
