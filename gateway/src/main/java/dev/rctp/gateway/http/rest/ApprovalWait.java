package dev.rctp.gateway.http.rest;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How long a read of an approval may wait for its end: {@code ?wait=} (protocol section 15). */
final class ApprovalWait {

    private static final Pattern WAIT = Pattern.compile("wait=([0-9]|1[0-9]|2[0-5])");

    private ApprovalWait() {}

    /** What the query says, none where it says nothing; empty for a malformed one. */
    static Optional<Duration> of(@Nullable String query) {
        if (query == null || query.isEmpty()) {
            return Optional.of(Duration.ZERO);
        }
        Matcher wait = WAIT.matcher(query);
        return wait.matches() ? Optional.of(Duration.ofSeconds(Long.parseLong(wait.group(1)))) : Optional.empty();
    }
}
