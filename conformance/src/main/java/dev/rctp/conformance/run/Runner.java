package dev.rctp.conformance.run;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.world.World;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/** Runs tests: side by side those that may, then one by one those that mustn't. */
public final class Runner {

    private final Suite suite;
    private final Selection selection;
    private final World world;
    private final int parallel;

    /** Runs what is selected, this many tests at once. */
    public Runner(Suite suite, Selection selection, World world, int parallel) {
        this.suite = suite;
        this.selection = selection;
        this.world = world;
        this.parallel = parallel;
    }

    /** The results in the protocol's order; each is told as soon as it is there, by any thread. */
    public List<Result> run(Consumer<Result> progress) throws InterruptedException {
        List<Requirement> chosen = selection.chosen(suite);
        Map<Requirement, Integer> places = new HashMap<>();
        chosen.forEach(one -> places.put(one, places.size()));
        List<Result> results = new ArrayList<>();
        results.addAll(sideBySide(chosen.stream().filter(one -> !one.alone()).toList(), progress));
        for (Requirement requirement :
                chosen.stream().filter(Requirement::alone).toList()) {
            results.add(told(requirement, progress));
        }
        results.sort(Comparator.comparing(result -> places.getOrDefault(result.requirement(), 0)));
        return results;
    }

    private List<Result> sideBySide(List<Requirement> chosen, Consumer<Result> progress) throws InterruptedException {
        try (ExecutorService threads = Executors.newFixedThreadPool(parallel)) {
            List<Future<Result>> running = new ArrayList<>();
            for (Requirement requirement : chosen) {
                running.add(threads.submit(() -> told(requirement, progress)));
            }
            List<Result> results = new ArrayList<>();
            for (Future<Result> one : running) {
                results.add(one.get());
            }
            return results;
        } catch (ExecutionException e) {
            throw new IllegalStateException("a result could not be told", e);
        }
    }

    private Result told(Requirement requirement, Consumer<Result> progress) {
        Result result = result(requirement);
        progress.accept(result);
        return result;
    }

    private Result result(Requirement requirement) {
        String lacking = selection.lacking(requirement);
        if (!lacking.isEmpty()) {
            return of(requirement, Outcome.SKIP, lacking, List.of(), Duration.ZERO);
        }
        Test test = suite.testOf(requirement).orElseThrow();
        long begun = System.nanoTime();
        try (Trial trial = new Trial(world, requirement)) {
            return judged(requirement, test, trial, begun);
        }
    }

    private Result judged(Requirement requirement, Test test, Trial trial, long begun) {
        try {
            test.run(trial);
            return of(requirement, Outcome.PASS, "", List.of(), since(begun));
        } catch (Judgement judgement) {
            return of(requirement, judgement.outcome(), judgement.sentence(), trial.exchanges(), since(begun));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return of(requirement, Outcome.ERROR, "The run was interrupted.", trial.exchanges(), since(begun));
        } catch (Exception | StackOverflowError | OutOfMemoryError e) {
            return of(requirement, Outcome.ERROR, fault(e), trial.exchanges(), since(begun));
        }
    }

    private static String fault(Throwable e) {
        StackTraceElement[] trace = e.getStackTrace();
        return "The runner failed: " + e + (trace.length == 0 ? "" : " at " + trace[0]) + ".";
    }

    private Result of(
            Requirement requirement,
            Outcome outcome,
            String sentence,
            List<dev.rctp.conformance.wire.Exchange> exchanges,
            Duration took) {
        return new Result(requirement, outcome, sentence, exchanges, took, selection.expectedToFail(requirement));
    }

    private static Duration since(long begun) {
        return Duration.ofNanos(System.nanoTime() - begun);
    }
}
