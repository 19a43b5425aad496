package dev.rctp.bench;

import dev.rctp.gateway.http.outbound.OutboundClient;
import dev.rctp.gateway.http.outbound.OutboundRequest;
import dev.rctp.gateway.http.outbound.OutboundResponse;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.IntFunction;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Calls at a fixed rate, each on a virtual thread of its own. */
final class Load {

    private static final int IN_FLIGHT = 400;
    private static final int SIGNIFICANT_DIGITS = 3;

    private final OutboundClient client;
    private final AtomicInteger calls = new AtomicInteger();

    Load(OutboundClient client) {
        this.client = client;
    }

    /**
     * What came of it.
     *
     * @param calls all of them
     * @param failed those answered otherwise than with 2xx
     * @param failure one failure, or empty
     * @param seconds from the first call to the last answer
     * @param latency microseconds from when a call was due to its whole answer
     */
    record Result(int calls, int failed, String failure, double seconds, Histogram latency) {

        /** Calls answered per second. */
        double perSecond() {
            return calls / seconds;
        }
    }

    /** Calls so many times a second for so many seconds; what is made of {@code request} is given a number that never comes again. */
    Result run(int perSecond, int seconds, IntFunction<OutboundRequest> request) throws InterruptedException {
        Histogram latency = new ConcurrentHistogram(SIGNIFICANT_DIGITS);
        AtomicInteger failed = new AtomicInteger();
        AtomicReference<String> failure = new AtomicReference<>("");
        Semaphore inFlight = new Semaphore(IN_FLIGHT);
        int total = perSecond * seconds;
        long start = System.nanoTime();
        Pace pace = new Pace(perSecond);
        for (int turn = 0; turn < total; turn++) {
            long due = pace.await(turn);
            inFlight.acquire();
            int number = calls.getAndIncrement();
            Thread.startVirtualThread(() -> {
                try {
                    String fault = call(request.apply(number));
                    if (!fault.isEmpty()) {
                        failed.incrementAndGet();
                        failure.set(fault);
                    }
                    latency.recordValue(TimeUnit.NANOSECONDS.toMicros(System.nanoTime() - due));
                } finally {
                    inFlight.release();
                }
            });
        }
        inFlight.acquire(IN_FLIGHT);
        double took = (System.nanoTime() - start) / 1e9;
        return new Result(total, failed.get(), failure.get(), took, latency);
    }

    private String call(OutboundRequest request) {
        try {
            OutboundResponse response = client.exchange(request);
            return response.status() / 100 == 2
                    ? ""
                    : response.status() + " " + new String(response.body(), java.nio.charset.StandardCharsets.UTF_8);
        } catch (IOException e) {
            return e.toString();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "interrupted";
        }
    }
}
