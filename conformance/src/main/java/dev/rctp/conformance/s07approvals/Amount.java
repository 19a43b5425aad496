package dev.rctp.conformance.s07approvals;

import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/**
 * Money as a page may show it, in any spelling (APR-5).
 *
 * @param minor in minor units, of which a hundred are one
 * @param currency ISO 4217
 */
record Amount(long minor, String currency) {

    private static final String SEPARATOR = "[ .,'\u00a0\u2009\u202f\u2019]";

    /** That of Money (section 1). */
    static Amount of(JsonNode money) {
        return new Amount(money.path("amount").asLong(0), money.path("currency").asString(""));
    }

    /** Whether it stands in there, as Money or in a text, or in the texts of one object. */
    boolean isIn(JsonNode shown) {
        return isMoney(shown)
                || (shown.isString() && isIn(shown.asString("")))
                || (shown.isObject() && isIn(texts(shown)))
                || shown.valueStream().anyMatch(this::isIn);
    }

    private static String texts(JsonNode object) {
        return object.valueStream()
                .filter(JsonNode::isString)
                .map(part -> part.asString(""))
                .collect(Collectors.joining(" ; "));
    }

    private boolean isMoney(JsonNode shown) {
        JsonNode amount = shown.path("amount");
        return amount.isIntegralNumber()
                && amount.canConvertToLong()
                && amount.longValue() == minor
                && shown.path("currency").asString("").equals(currency);
    }

    /** Whether it stands in there, written out with its currency. */
    boolean isIn(String text) {
        return (text.contains(currency) || (currency.equals("EUR") && text.contains("\u20ac")))
                && spellings().matcher(text).find();
    }

    private Pattern spellings() {
        String grouped = Long.toString(minor / 100).replaceAll("(?<=\\d)(?=(\\d{3})+$)", SEPARATOR + "?");
        String cents = String.format(Locale.ROOT, "[.,]%02d(?![0-9])", minor % 100);
        String whole = minor % 100 == 0 ? "|(?!" + SEPARATOR + "?[0-9])" : "";
        return Pattern.compile("(?<![0-9]" + SEPARATOR + "|[0-9])" + grouped + "(?:" + cents + whole + ")");
    }
}
