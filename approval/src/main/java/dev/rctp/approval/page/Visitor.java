package dev.rctp.approval.page;

import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who opens a page.
 *
 * @param origin the origin the page is asked for at, such as {@code https://gateway.example}: its script comes from there
 *     alone
 * @param acceptLanguage the request's {@code Accept-Language}; null for none
 */
public record Visitor(String origin, @Nullable String acceptLanguage) {

    private static final Pattern ORIGIN = Pattern.compile("https?://[A-Za-z0-9.\\[\\]:-]+");

    /** Throws {@link IllegalArgumentException} for what is not an origin. */
    public Visitor {
        if (!ORIGIN.matcher(origin).matches()) {
            throw new IllegalArgumentException("not an origin");
        }
    }
}
