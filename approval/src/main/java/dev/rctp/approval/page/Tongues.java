package dev.rctp.approval.page;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The languages of the pages; English where none is wished for that is here. */
public final class Tongues {

    static final List<String> LANGUAGES = List.of("en", "de");

    private final Map<String, Words> words = Map.of("en", new Words("en"), "de", new Words("de"));

    /** The one that this {@code Accept-Language} (RFC 9110 12.5.4) likes best; an unreadable field counts as none. */
    public Tongue of(@Nullable String acceptLanguage) {
        Locale locale = preferred(acceptLanguage);
        Words own = words.get(locale.getLanguage());
        return new Tongue(locale, own == null ? words(LANGUAGES.getFirst()) : own);
    }

    private Words words(String language) {
        return Objects.requireNonNull(words.get(language));
    }

    private static Locale preferred(@Nullable String acceptLanguage) {
        for (Locale.LanguageRange range : ranges(acceptLanguage)) {
            Locale wished = Locale.forLanguageTag(range.getRange());
            if (range.getWeight() > 0 && LANGUAGES.contains(wished.getLanguage())) {
                return new Locale.Builder()
                        .setLanguage(wished.getLanguage())
                        .setRegion(wished.getCountry())
                        .build();
            }
            if (range.getRange().equals("*")) {
                break;
            }
        }
        return Locale.ENGLISH;
    }

    private static List<Locale.LanguageRange> ranges(@Nullable String acceptLanguage) {
        if (acceptLanguage == null || acceptLanguage.length() > 500) {
            return List.of();
        }
        try {
            return Locale.LanguageRange.parse(acceptLanguage);
        } catch (IllegalArgumentException unreadable) {
            return List.of();
        }
    }
}
