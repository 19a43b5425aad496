package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.call.Outcome;
import org.jspecify.annotations.Nullable;

/** Ends the judging of a call: the first failing check decides (DEC-1). */
final class Refusal extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Outcome.Refused answer;
    private final transient @Nullable Place place;

    Refusal(Outcome.Refused answer, @Nullable Place place) {
        super(answer.content(), null, false, false);
        this.answer = answer;
        this.place = place;
    }

    Outcome.Refused answer() {
        return answer;
    }

    /** Where it is recorded; null for the perimeter (REC-1). */
    @Nullable
    Place place() {
        return place;
    }
}
