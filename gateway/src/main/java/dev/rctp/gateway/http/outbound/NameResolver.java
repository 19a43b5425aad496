package dev.rctp.gateway.http.outbound;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** Looks names up on a few platform threads of its own, since a lookup cannot be given a deadline and would pin a carrier thread. */
public final class NameResolver implements AutoCloseable {

    private static final int THREADS = 4;
    private static final int WAITING = 256;

    private final NameLookup lookup;
    private final ExecutorService threads;

    /** A resolver that asks this lookup. */
    public NameResolver(NameLookup lookup) {
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

    /** All addresses of a host name or address literal. */
    List<InetAddress> resolve(String host, long nanos) throws NotSentException, InterruptedException {
        try {
            return List.of(InetAddress.ofLiteral(host));
        } catch (IllegalArgumentException name) {
            return await(host, nanos);
        }
    }

    /** Tells all addresses on the given executor; none where the lookup fails. An address literal is told at once. */
    public void resolve(String host, Executor on, Consumer<List<InetAddress>> found) {
        try {
            found.accept(List.of(InetAddress.ofLiteral(host)));
        } catch (IllegalArgumentException name) {
            lookUp(host, on, found);
        }
    }

    private void lookUp(String host, Executor on, Consumer<List<InetAddress>> found) {
        try {
            threads.execute(() -> {
                List<InetAddress> addresses = addressesOrNone(host);
                on.execute(() -> found.accept(addresses));
            });
        } catch (RejectedExecutionException full) {
            found.accept(List.of());
        }
    }

    @SuppressWarnings("IllegalCatch")
    private List<InetAddress> addressesOrNone(String host) {
        try {
            return List.of(lookup.addresses(host));
        } catch (UnknownHostException | RuntimeException failed) {
            return List.of();
        }
    }

    private List<InetAddress> await(String host, long nanos) throws NotSentException, InterruptedException {
        Future<List<InetAddress>> found;
        try {
            found = threads.submit(() -> List.of(lookup.addresses(host)));
        } catch (RejectedExecutionException full) {
            throw new NotSentException("too many name lookups at once", full);
        }
        try {
            return found.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            found.cancel(true);
            throw new NotSentException("name lookup took too long", late);
        } catch (ExecutionException failed) {
            throw new NotSentException(
                    failed.getCause() instanceof UnknownHostException ? "unknown host" : "name lookup failed", failed);
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
