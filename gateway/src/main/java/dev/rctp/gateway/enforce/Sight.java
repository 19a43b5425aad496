package dev.rctp.gateway.enforce;

import java.util.Optional;

/**
 * Whether a reader is shown something.
 *
 * @param <T> what it is shown, or what that goes by
 */
sealed interface Sight<T> {

    /** It is. */
    record Shown<T>(T what) implements Sight<T> {}

    /** It is not, for this reason. */
    record Refused<T>(Decision.Forbid refusal) implements Sight<T> {}

    /** The same refusal whether there is no such thing or the reader is no party to it. */
    static <T> Sight<T> of(Optional<T> theirs) {
        return theirs.<Sight<T>>map(Shown::new).orElseGet(() -> new Refused<>(Refusals.notInScope(null)));
    }
}
