package dev.rctp.terms.negotiation;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How long offers stand (OFF-4).
 *
 * @param usual without a word about it
 * @param longest at most
 */
public record OfferExpiry(Duration usual, Duration longest) {

    /**
     * When an offer made now ends: longer wishes are cut short, and no offer outlives its listing's terms. Empty for a wish that is over
     * already.
     *
     * @param wished what the offer asks for; null for nothing
     * @param availableUntil the listing's end
     */
    public Optional<Instant> of(@Nullable Instant wished, Instant availableUntil, Instant now) {
        if (wished != null && !now.isBefore(wished)) {
            return Optional.empty();
        }
        Instant asked = wished == null ? now.plus(usual) : wished;
        Instant cut = earlier(earlier(asked, now.plus(longest)), availableUntil);
        return Optional.of(cut.truncatedTo(ChronoUnit.MILLIS));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }
}
