package dev.rctp.approval.page;

import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page's own words in one language, from {@code words_<language>.properties}; {@code {0}} is a place. */
public final class Words {

    private static final Pattern PLACE = Pattern.compile("\\{([0-9])}");

    private final Properties entries = new Properties();

    /** Reads the language's file; throws {@link IllegalStateException} where there is none. */
    Words(String language) {
        String file = "words_" + language + ".properties";
        try (InputStream in = Words.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + file);
            }
            entries.load(new InputStreamReader(in, StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<String> keys() {
        return Set.copyOf(entries.stringPropertyNames());
    }

    boolean has(String key) {
        return entries.containsKey(key);
    }

    /** The words as they stand in the file; throws {@link IllegalArgumentException} for an unknown key. */
    String text(String key) {
        String text = entries.getProperty(key);
        if (text == null) {
            throw new IllegalArgumentException("no words for " + key);
        }
        return text;
    }

    /** The words of the first of these keys that has any. */
    String first(String key, String otherwise) {
        return text(has(key) ? key : otherwise);
    }

    /** The words with these in their places, as plain text. */
    String text(String key, String... values) {
        return PLACE.matcher(text(key))
                .replaceAll(place -> Matcher.quoteReplacement(values[Integer.parseInt(place.group(1))]));
    }

    /** The words with this markup in their places. */
    Html html(String key, Html... values) {
        String text = text(key);
        List<Html> parts = new ArrayList<>();
        Matcher place = PLACE.matcher(text);
        int from = 0;
        while (place.find()) {
            parts.add(Html.text(text.substring(from, place.start())));
            parts.add(values[Integer.parseInt(place.group(1))]);
            from = place.end();
        }
        parts.add(Html.text(text.substring(from)));
        return Html.all(parts);
    }
}
