package dev.rctp.gateway.sandbox.loopback;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * TEST ONLY: an HTML template: {@code {{name}}} takes text, escaped; {@code {{&name}}} takes markup that another
 * template made.
 */
public final class Page {

    private static final Pattern PLACE = Pattern.compile("\\{\\{(&?)([a-z_]+)}}");

    private final String template;

    private Page(String template) {
        this.template = template;
    }

    /** The template in this file of the sandbox's resources. */
    public static Page load(String file) {
        String resource = "/dev/rctp/gateway/sandbox/" + file;
        try (InputStream in = Page.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("no resource " + resource);
            }
            return new Page(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The filled template; throws {@link IllegalArgumentException} where a value is missing. */
    public String fill(Map<String, String> values) {
        return PLACE.matcher(template).replaceAll(place -> {
            String value = values.get(place.group(2));
            if (value == null) {
                throw new IllegalArgumentException("no value for " + place.group(2));
            }
            return Matcher.quoteReplacement(place.group(1).isEmpty() ? escape(value) : value);
        });
    }

    private static String escape(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
