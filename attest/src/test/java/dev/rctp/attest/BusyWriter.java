package dev.rctp.attest;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.awaitility.Awaitility;

/** Keeps a ledger's writer inside one transaction, so that what comes meanwhile waits in the queue. */
final class BusyWriter {

    private final GroupCommit ledger;
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch leave = new CountDownLatch(1);
    private final List<Thread> threads = new ArrayList<>();
    private final ExecutorService callers = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task);
        threads.add(thread);
        return thread;
    });

    BusyWriter(GroupCommit ledger) {
        this.ledger = ledger;
    }

    /** Has all of these wait together, then lets the writer go on. */
    List<Future<Committed>> meanwhile(Unit... units) throws InterruptedException {
        List<Future<Committed>> answers = queued(units);
        goOn();
        return answers;
    }

    /** Has these wait until their callers give up, then lets the writer go on. */
    List<Future<Committed>> tooLong(Unit... units) throws InterruptedException {
        List<Future<Committed>> answers = queued(units);
        Awaitility.await().until(() -> answers.stream().allMatch(Future::isDone));
        goOn();
        return answers;
    }

    /** Has this wait, interrupts its caller, then lets the writer go on. */
    void interrupted(Unit unit) throws InterruptedException {
        CountDownLatch left = new CountDownLatch(1);
        hold();
        Thread caller = new Thread(() -> {
            try {
                var _ = ledger.commit(unit);
            } catch (InterruptedException e) {
                left.countDown();
            } catch (LedgerUnavailableException e) {
                throw new IllegalStateException(e);
            }
        });
        caller.start();
        Awaitility.await().until(() -> parked(caller));
        caller.interrupt();
        left.await();
        goOn();
    }

    private List<Future<Committed>> queued(Unit... units) throws InterruptedException {
        hold();
        List<Future<Committed>> answers = Stream.of(units)
                .map(unit -> callers.submit(() -> ledger.commit(unit)))
                .toList();
        Awaitility.await().until(() -> threads.stream().allMatch(BusyWriter::parked));
        return answers;
    }

    private void hold() throws InterruptedException {
        Unit holding = new Unit(List.of(), List.of(), _ -> {
            entered.countDown();
            awaitLeave();
            return List.of();
        });
        var _ = callers.submit(() -> ledger.commit(holding));
        entered.await();
    }

    private void awaitLeave() {
        try {
            leave.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void goOn() {
        leave.countDown();
        callers.close();
    }

    private static boolean parked(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING;
    }
}
