package dev.rctp.conformance.run;

import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Calls that are sent at the same time. */
public final class AtOnce {

    private AtOnce() {}

    /** Sends each from a thread of its own; the answers in the calls' order. */
    public static List<Answer> send(Trial t, List<Call> calls) throws InterruptedException {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> sent = new ArrayList<>();
            calls.forEach(call -> sent.add(threads.submit(() -> t.send(call))));
            List<Answer> answers = new ArrayList<>();
            for (Future<Answer> one : sent) {
                answers.add(one.get());
            }
            return answers;
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException judged ? judged : new IllegalStateException(e);
        }
    }
}
