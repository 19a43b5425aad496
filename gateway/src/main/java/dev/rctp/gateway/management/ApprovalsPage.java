package dev.rctp.gateway.management;

import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The part of a seller's approvals that a read asks for: {@code ?limit=&after=} (MGT-1).
 *
 * @param after the approval after which it begins, which is older; null for the latest
 * @param limit how many at most, 1 to 1000
 */
record ApprovalsPage(@Nullable String after, int limit) {

    private static final int MOST = 1000;
    private static final Pattern AFTER = Pattern.compile("after=(apr_[a-z2-7]{26})");
    private static final Pattern LIMIT = Pattern.compile("limit=([1-9][0-9]{0,3})");

    /** The page that a query asks for, from the latest where it doesn't say; empty for a malformed one. */
    static Optional<ApprovalsPage> of(@Nullable String query) {
        String after = null;
        Integer limit = null;
        for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
            var a = AFTER.matcher(part);
            var l = LIMIT.matcher(part);
            if (a.matches() && after == null) {
                after = a.group(1);
            } else if (l.matches() && limit == null) {
                limit = Integer.valueOf(l.group(1));
            } else {
                return Optional.empty();
            }
        }
        int most = limit == null ? MOST : limit;
        return most > MOST ? Optional.empty() : Optional.of(new ApprovalsPage(after, most));
    }
}
