package dev.rctp.terms;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The marketplace's own name of a listing (protocol section 1).
 *
 * @param value 1 to 128 of {@code A-Za-z0-9._~-}, already folded
 */
public record ListingId(String value) {

    private static final Pattern SYNTAX = Pattern.compile("[A-Za-z0-9._~-]{1,128}");

    /** Throws {@link IllegalArgumentException} for other text; callers with input use {@link #parse}. */
    public ListingId {
        if (!SYNTAX.matcher(value).matches()) {
            throw new IllegalArgumentException("not a listing id");
        }
    }

    /** The id that the text writes, folded; empty when it is none. */
    public static Optional<ListingId> parse(String text, ListingIdFolding folding) {
        if (!SYNTAX.matcher(text).matches()) {
            return Optional.empty();
        }
        return Optional.of(new ListingId(folding == ListingIdFolding.LOWERCASE ? text.toLowerCase(Locale.ROOT) : text));
    }

    @Override
    public String toString() {
        return value;
    }
}
