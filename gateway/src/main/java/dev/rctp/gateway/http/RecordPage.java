package dev.rctp.gateway.http;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of a chain that a read asks for: {@code ?from=&limit=} (REC-4).
 *
 * @param from the first entry's number, from 1
 * @param limit how many at most, 1 to 1000
 */
record RecordPage(long from, int limit) {

    private static final int MOST = 1000;
    private static final Pattern FROM = Pattern.compile("from=([1-9][0-9]{0,17})");
    private static final Pattern LIMIT = Pattern.compile("limit=([1-9][0-9]{0,3})");

    /** The page that a query asks for, from the start where it doesn't say; empty for a malformed one. */
    static Optional<RecordPage> of(@Nullable String query) {
        long from = 1;
        long limit = MOST;
        for (String part : query == null ? new String[0] : query.split("&", -1)) {
            var f = FROM.matcher(part);
            var l = LIMIT.matcher(part);
            if (f.matches()) {
                from = Long.parseLong(f.group(1));
            } else if (l.matches()) {
                limit = Long.parseLong(l.group(1));
            } else {
                return Optional.empty();
            }
        }
        return limit > MOST ? Optional.empty() : Optional.of(new RecordPage(from, (int) limit));
    }
}
