package dev.rctp.gateway.limits;

import java.util.Optional;

/**
 * The places of reads that wait for an approval's end (APR-2), so that one that waits holds none of those that all calls have; safe for
 * concurrent use, never blocks.
 */
public final class WaitingReads {

    /** How many reads of one operator's agents wait at once. */
    public static final int OF_OPERATOR = 32;

    /** How many wait at once, whoever's they are. */
    public static final int OF_ALL = 1024;

    private final Room calls;
    private final Room all = new Room(OF_ALL);
    private final Places<String> operators = new Places<>();

    /** Nobody waits yet; a read has a place among these calls until it waits. */
    public WaitingReads(Room calls) {
        this.calls = calls;
    }

    /** Lets one read more of this operator's wait; the visit is over when it does not any more. Empty where too many do. */
    public Optional<Visit> enter(String operator) {
        if (!operators.take(operator, OF_OPERATOR)) {
            return Optional.empty();
        }
        if (!all.take()) {
            operators.giveBack(operator);
            return Optional.empty();
        }
        calls.giveBack();
        return Optional.of(new Visit(() -> {
            calls.takeBack();
            all.giveBack();
            operators.giveBack(operator);
        }));
    }
}
