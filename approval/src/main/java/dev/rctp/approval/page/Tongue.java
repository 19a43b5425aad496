package dev.rctp.approval.page;

import dev.rctp.registries.Money;
import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Currency;
import java.util.Locale;
import java.util.OptionalInt;

/**
 * How a visitor is spoken to: the words of one language, amounts and times as its region writes them.
 *
 * @param locale language and region; nothing else of what the browser asked for
 * @param words the language's words
 */
public record Tongue(Locale locale, Words words) {

    /** The digits behind the currency's decimal mark by ISO 4217; empty for a code that has none there. */
    static OptionalInt digits(String currency) {
        try {
            int digits = Currency.getInstance(currency).getDefaultFractionDigits();
            return digits < 0 ? OptionalInt.empty() : OptionalInt.of(digits);
        } catch (IllegalArgumentException unregistered) {
            return OptionalInt.empty();
        }
    }

    /** The amount in the currency's own digits, with its sign and its code, such as {@code €410.00 EUR}. */
    public String money(Money money) {
        OptionalInt digits = digits(money.currency());
        if (digits.isEmpty()) {
            return words.text("money.minor", integer(money.amount()), money.currency());
        }
        BigDecimal amount = BigDecimal.valueOf(money.amount(), digits.getAsInt());
        NumberFormat format = NumberFormat.getCurrencyInstance(locale);
        format.setCurrency(Currency.getInstance(money.currency()));
        String written = with(digits.getAsInt(), format).format(amount);
        // without a sign of its own in this language, the code would stand there twice
        String number = written.contains(money.currency())
                ? with(digits.getAsInt(), NumberFormat.getNumberInstance(locale))
                        .format(amount)
                : written;
        return number + "\u00a0" + money.currency();
    }

    private static NumberFormat with(int digits, NumberFormat format) {
        format.setMinimumFractionDigits(digits);
        format.setMaximumFractionDigits(digits);
        return format;
    }

    /** The amount as a person types it: no sign, no thousands separator; minor units where ISO 4217 knows no digits. */
    String typed(Money money) {
        int digits = digits(money.currency()).orElse(0);
        NumberFormat format = with(digits, NumberFormat.getNumberInstance(locale));
        format.setGroupingUsed(false);
        return format.format(BigDecimal.valueOf(money.amount(), digits));
    }

    /** A whole number. */
    String integer(long number) {
        return NumberFormat.getIntegerInstance(locale).format(number);
    }

    /** The time in UTC, said so; the page's script writes it in the visitor's own zone. */
    public String time(Instant at) {
        return DateTimeFormatter.ofLocalizedDateTime(FormatStyle.LONG, FormatStyle.SHORT)
                        .withLocale(locale)
                        .withZone(ZoneOffset.UTC)
                        .format(at)
                + " UTC";
    }

    /** These words. */
    public String say(String key) {
        return words.text(key);
    }

    String say(String key, String... values) {
        return words.text(key, values);
    }
}
