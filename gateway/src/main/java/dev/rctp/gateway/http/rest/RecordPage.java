package dev.rctp.gateway.http.rest;

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
        Long from = null;
        Long limit = null;
        for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            var f = FROM.matcher(part);
            var l = LIMIT.matcher(part);
            if (f.matches() && from == null) {
                from = Long.valueOf(f.group(1));
            } else if (l.matches() && limit == null) {
                limit = Long.valueOf(l.group(1));
            } else {
                return Optional.empty();
            }
        }
        int most = limit == null ? MOST : limit.intValue();
        return most > MOST ? Optional.empty() : Optional.of(new RecordPage(from == null ? 1 : from, most));
    }
}
