package dev.rctp.msgsig.profile;

import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How long a profile is fresh: what {@code Cache-Control: max-age} says (RFC 9111 5.2.2.1), between floor and ceiling (OPR-2). */
final class CacheLifetime {

    private static final Pattern MAX_AGE = Pattern.compile("max-age=\"?(\\d+)\"?");
    private static final Pattern UNCACHED = Pattern.compile("(no-store|no-cache|private)(=.*)?");

    private CacheLifetime() {}

    static Duration of(@Nullable String cacheControl, Duration floor, Duration ceiling) {
        if (cacheControl == null
                || directives(cacheControl).anyMatch(d -> UNCACHED.matcher(d).matches())) {
            return floor;
        }
        OptionalLong least = directives(cacheControl)
                .map(MAX_AGE::matcher)
                .filter(Matcher::matches)
                .mapToLong(age -> seconds(age.group(1), ceiling))
                .min();
        Duration wanted = Duration.ofSeconds(least.orElse(0));
        return wanted.compareTo(floor) < 0 ? floor : wanted;
    }

    private static Stream<String> directives(String cacheControl) {
        return Stream.of(cacheControl.split(",")).map(d -> d.strip().toLowerCase(Locale.ROOT));
    }

    private static long seconds(String digits, Duration ceiling) {
        long most = ceiling.toSeconds();
        return digits.length() > 9 ? most : Math.min(Long.parseLong(digits), most);
    }
}
