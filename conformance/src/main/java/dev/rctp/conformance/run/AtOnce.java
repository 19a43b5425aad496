package dev.rctp.conformance.run;

import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Calls that are sent at the same time. */
public final class AtOnce {

    private AtOnce() {}

    /** Sends each from a thread of its own; the answers in the calls' order. */
    public static List<Answer> send(Trial t, List<Call> calls) throws InterruptedException {
        return all(
                calls.stream().<Supplier<Answer>>map(call -> () -> t.send(call)).toList());
    }

    /** Does each in a thread of its own; what comes of them in their order, and what one of them judges ends the test. */
    public static <T> List<T> all(List<Supplier<T>> each) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<T>> begun = new ArrayList<>();
            each.forEach(one -> begun.add(threads.submit(one::get)));
            List<T> done = new ArrayList<>();
            for (Future<T> one : begun) {
                done.add(result(one));
            }
            return done;
        }
    }

    /** What came of one that was begun; what it judged is thrown. */
    public static <T> T result(Future<T> begun) throws InterruptedException {
        try {
            return begun.get();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException judged ? judged : new IllegalStateException(e);
        }
    }
}
