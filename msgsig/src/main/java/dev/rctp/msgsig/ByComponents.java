package dev.rctp.msgsig;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * What is made once for each list of component identifiers: callers' lists are few and the same on every call, so at most 256 are
 * kept; safe for concurrent use.
 */
final class ByComponents<T> {

    private static final int MOST_LISTS = 256;

    private final Map<List<String>, T> made = new ConcurrentHashMap<>();
    private final Function<List<String>, T> maker;

    ByComponents(Function<List<String>, T> maker) {
        this.maker = maker;
    }

    /** What was made for this list; throws what the maker throws. */
    T of(List<String> identifiers) {
        T known = made.get(identifiers);
        if (known == null) {
            List<String> key = List.copyOf(identifiers);
            known = maker.apply(key);
            if (made.size() < MOST_LISTS) {
                made.put(key, known);
            }
        }
        return known;
    }
}
