package dev.rctp.attest;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A fixed order of statements' arguments, the same in every process: what is locked in it cannot deadlock. */
final class ArgumentOrder {

    private ArgumentOrder() {}

    /** Compares place by place; a list that is the beginning of the other comes first. */
    static int compare(List<@Nullable Object> a, List<@Nullable Object> b) {
        for (int i = 0; i < a.size() && i < b.size(); i++) {
            int order = compare(a.get(i), b.get(i));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static int compare(@Nullable Object a, @Nullable Object b) {
        int byType = Integer.compare(rank(a), rank(b));
        if (byType != 0) {
            return byType;
        }
        return switch (a) {
            case String x when b instanceof String y -> x.compareTo(y);
            case Integer x when b instanceof Integer y -> x.compareTo(y);
            case Long x when b instanceof Long y -> x.compareTo(y);
            case Boolean x when b instanceof Boolean y -> x.compareTo(y);
            case Instant x when b instanceof Instant y -> x.compareTo(y);
            case byte[] x when b instanceof byte[] y -> Arrays.compare(x, y);
            case String[] x when b instanceof String[] y -> Arrays.compare(x, y);
            case null, default -> 0;
        };
    }

    private static int rank(@Nullable Object argument) {
        return switch (argument) {
            case null -> 0;
            case String _ -> 1;
            case Integer _ -> 2;
            case Long _ -> 3;
            case Boolean _ -> 4;
            case Instant _ -> 5;
            case byte[] _ -> 6;
            default -> 7;
        };
    }
}
