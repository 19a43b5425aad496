package dev.rctp.gateway.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Durations as the configuration writes them: {@code 200ms}, {@code 5s}, {@code 10m}, {@code 48h}, {@code 7d}. */
final class Durations {

    private static final Pattern SYNTAX = Pattern.compile("([1-9][0-9]{0,8})(ms|s|m|h|d)");

    private Durations() {}

    /** The duration that the value writes; empty for anything else. */
    static Optional<Duration> read(JsonNode value) {
        Matcher m = SYNTAX.matcher(value.isString() ? value.stringValue() : "");
        return m.matches() ? Optional.of(of(Long.parseLong(m.group(1)), m.group(2))) : Optional.empty();
    }

    private static Duration of(long amount, String unit) {
        return switch (unit) {
            case "ms" -> Duration.ofMillis(amount);
            case "s" -> Duration.ofSeconds(amount);
            case "m" -> Duration.ofMinutes(amount);
            case "h" -> Duration.ofHours(amount);
            default -> Duration.ofDays(amount);
        };
    }
}
