package dev.rctp.conformance.s07approvals;

import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** What a page shows, however it is made (APR-5). */
final class Shows {

    private static final Pattern REFERENCE = Pattern.compile("&(?:#(\\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z]+));?");
    private static final Pattern SCRIPT_BEGINS = Pattern.compile("<script\\b", Pattern.CASE_INSENSITIVE);
    private static final Pattern SCRIPT_ENDS = Pattern.compile("</script\\b", Pattern.CASE_INSENSITIVE);
    private static final Map<String, String> NAMED =
            Map.of("amp", "&", "lt", "<", "gt", ">", "quot", "\"", "apos", "'", "nbsp", "\u00a0", "euro", "\u20ac");

    private Shows() {}

    /** Whether a text in it is such a one. */
    static boolean text(JsonNode shown, Predicate<String> such) {
        return (shown.isString() && such.test(shown.asString("")))
                || shown.valueStream().anyMatch(part -> text(part, such));
    }

    /** HTML with its character references read, as browsers do. */
    static String read(String html) {
        return REFERENCE.matcher(html).replaceAll(found -> Matcher.quoteReplacement(character(found)));
    }

    private static String character(MatchResult found) {
        if (found.group(3) != null) {
            return NAMED.getOrDefault(found.group(3), found.group());
        }
        int code = found.group(1) == null ? Integer.parseInt(found.group(2), 16) : Integer.parseInt(found.group(1));
        return Character.isValidCodePoint(code) ? Character.toString(code) : found.group();
    }

    /** HTML without its scripts, each of which ends where browsers end it. */
    static String withoutScripts(String html) {
        Matcher begin = SCRIPT_BEGINS.matcher(html);
        Matcher end = SCRIPT_ENDS.matcher(html);
        StringBuilder rest = new StringBuilder();
        int from = 0;
        while (begin.find(from)) {
            rest.append(html, from, begin.start());
            if (!end.find(begin.end())) {
                return rest.toString();
            }
            from = end.start();
        }
        return rest.append(html, from, html.length()).toString();
    }
}
