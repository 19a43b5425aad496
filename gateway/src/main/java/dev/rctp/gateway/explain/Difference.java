package dev.rctp.gateway.explain;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The first line in which the signer's base is another than the expected one.
 *
 * @param line its number, from 1
 * @param expected the line that is expected; null where the signer's base has one more
 * @param signed the line that was signed; null where the signer's base ends before
 * @param column where they part, from 1
 */
public record Difference(
        int line, @Nullable String expected, @Nullable String signed, int column) {

    /** Null where the texts are the same. */
    static @Nullable Difference between(String expected, String signed) {
        List<String> left = List.of(expected.split("\n", -1));
        List<String> right = List.of(signed.split("\n", -1));
        for (int i = 0; i < Math.max(left.size(), right.size()); i++) {
            String l = i < left.size() ? left.get(i) : null;
            String r = i < right.size() ? right.get(i) : null;
            if (l == null || !l.equals(r)) {
                return new Difference(i + 1, l, r, column(l, r));
            }
        }
        return null;
    }

    private static int column(@Nullable String left, @Nullable String right) {
        int at = 0;
        while (left != null
                && right != null
                && at < left.length()
                && at < right.length()
                && left.charAt(at) == right.charAt(at)) {
            at++;
        }
        return at + 1;
    }
}
