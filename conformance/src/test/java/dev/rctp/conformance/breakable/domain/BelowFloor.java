package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Outcome.Refused;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;

/** The refusal of a price under the floor: the same at any distance (DEC-3). */
final class BelowFloor {

    private BelowFloor() {}

    static Refused answer(long floor, long amount, Set<Fault> faults) {
        Refused answer = Refused.of(Reason.BELOW_FLOOR, "The price is below what the seller takes.");
        if (faults.contains(Fault.FLOOR_IN_DETAIL)) {
            answer.detail().put("minimum", floor);
        }
        if (faults.contains(Fault.FLOOR_IN_WORDS)) {
            String words = String.format(Locale.ROOT, "%,d.%02d EUR", floor / 100, floor % 100);
            return Refused.of(Reason.BELOW_FLOOR, "The seller takes no less than " + words + ".");
        }
        if (faults.contains(Fault.FLOOR_IN_HEADER)) {
            return answer.retryAfter(Duration.ofSeconds(floor));
        }
        if (floor - amount < floor / 10 && faults.contains(Fault.REFUSAL_TELLS_DISTANCE)) {
            return Refused.of(Reason.BELOW_FLOOR, "The price is a little below what the seller takes.");
        }
        if (floor - amount < floor / 10 && faults.contains(Fault.REFUSAL_TELLS_DISTANCE_IN_A_HEADER)) {
            return answer.retryAfter(Duration.ofSeconds(60));
        }
        return answer;
    }
}
