package dev.rctp.attest;

import dev.rctp.registries.CanonicalJson;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A unit on its way to the writer, and the place where its caller waits for the answer. */
final class Submission {

    private enum State {
        WAITING,
        TAKEN,
        WITHDRAWN
    }

    private final Unit unit;
    private final List<String> bodies;
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final CountDownLatch answered = new CountDownLatch(1);
    private volatile @Nullable Committed outcome;
    private volatile @Nullable Throwable cause;

    /** Canonicalizes the bodies on the caller's thread, where there are many. */
    Submission(Unit unit) {
        this.unit = unit;
        this.bodies = unit.entries().stream()
                .map(draft -> CanonicalJson.text(draft.body()))
                .toList();
    }

    Unit unit() {
        return unit;
    }

    /** The chains that the unit appends to, or needs the heads of. */
    List<Subject> subjects() {
        return Stream.concat(
                        unit.heads().stream().map(Receipt::subject),
                        unit.entries().stream().map(EntryDraft::subject))
                .toList();
    }

    /** The JCS of the body of entry number {@code index} of the unit. */
    String body(int index) {
        return bodies.get(index);
    }

    /** Claims the unit for a transaction; false when its caller has left. */
    boolean take() {
        return state.compareAndSet(State.WAITING, State.TAKEN);
    }

    void answer(Committed committed) {
        outcome = committed;
        answered.countDown();
    }

    void fail(@Nullable Throwable why) {
        cause = why;
        answered.countDown();
    }

    Committed await(Duration timeout) throws LedgerUnavailableException, InterruptedException {
        if (!waited(timeout)) {
            throw new LedgerUnavailableException(
                    withdraw() ? "the ledger did not get to it in time" : "the ledger did not answer in time", null);
        }
        Committed known = outcome;
        if (known == null) {
            throw new LedgerUnavailableException("the database did not confirm it", cause);
        }
        return known;
    }

    private boolean waited(Duration timeout) throws InterruptedException {
        try {
            return answered.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            withdraw();
            throw e;
        }
    }

    private boolean withdraw() {
        return state.compareAndSet(State.WAITING, State.WITHDRAWN);
    }
}
