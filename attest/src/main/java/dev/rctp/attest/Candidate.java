package dev.rctp.attest;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A submission within one attempt at a transaction; the next attempt has a new one. */
final class Candidate {

    private final Submission submission;
    private @Nullable String lostGuard;
    private boolean leftTraces;
    private List<Receipt> receipts = List.of();
    private List<Statement> closing = List.of();

    Candidate(Submission submission) {
        this.submission = submission;
    }

    Submission submission() {
        return submission;
    }

    Unit unit() {
        return submission.unit();
    }

    boolean standing() {
        return lostGuard == null;
    }

    /** Whether it lost after writing: only a rollback takes that back. */
    boolean leftTraces() {
        return leftTraces;
    }

    /** The guards' statements; none once one of them is lost. */
    List<Statement> guardStatements() {
        return standing() ? unit().guards().stream().map(Guard::statement).toList() : List.of();
    }

    /** Judges the guard at this place by the number of rows it touched. */
    void judge(int guard, int rows) {
        if (rows != 1) {
            lostGuard = unit().guards().get(guard).name();
            leftTraces = guard > 0 || rows > 1;
        }
    }

    /** Loses where another entry has become the last of a chain whose head it names. */
    void saw(Receipt expected, ChainHead head) {
        if (head.seq() != expected.seq() || !head.hash().equals(expected.hash())) {
            lostGuard = Unit.HEAD;
            leftTraces = true;
        }
    }

    /** Loses the guard that ends by now: what was written for it must go. */
    void reached(Instant now) {
        for (Guard guard : standing() ? unit().guards() : List.<Guard>of()) {
            Instant before = guard.before();
            if (before != null && !now.isBefore(before)) {
                lostGuard = guard.name();
                leftTraces = true;
                return;
            }
        }
    }

    /** Its entries have their places: now the closing statements can be known. */
    void placed(List<Receipt> places) {
        receipts = places;
        closing = List.copyOf(unit().closing().statements(places));
    }

    List<Statement> closingStatements() {
        return closing;
    }

    /** Insists on the closing statement at this place having touched as many rows as it says. */
    void closed(int place, int rows) {
        if (closing.get(place).one() && rows != 1) {
            throw new IllegalStateException("a closing statement that must touch one row touched " + rows);
        }
    }

    /** The answer, true once the transaction is durable. */
    Committed outcome() {
        return lostGuard == null ? new Committed.Durable(receipts) : new Committed.Lost(lostGuard);
    }
}
