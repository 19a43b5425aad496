package dev.rctp.conformance.breakable.answer;

import dev.rctp.conformance.breakable.http.Request;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What an answer answers.
 *
 * @param request as it came; null where it couldn't be read
 * @param action the registered action; null for a read, or where there is none
 * @param requestId RSP-2
 * @param first the request that was carried out: the same, unless this is a replay (RSP-3)
 * @param settled when that was
 * @param replays whether its answer was given before
 */
public record Question(
        @Nullable Request request,
        @Nullable String action,
        String requestId,
        @Nullable Request first,
        Instant settled,
        boolean replays) {

    /** A request that is no replay. */
    public static Question of(@Nullable Request request, @Nullable String action, String requestId, Instant now) {
        return new Question(request, action, requestId, request, now, false);
    }

    /** The same request as a replay of another one. */
    public Question replaying(Request carriedOut, Instant at) {
        return new Question(request, action, requestId, carriedOut, at, true);
    }
}
