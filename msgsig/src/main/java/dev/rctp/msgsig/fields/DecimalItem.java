package dev.rctp.msgsig.fields;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * A Decimal (RFC 9651 3.3.2, 4.1.5).
 *
 * @param value at most 12 digits before the point and 1 to 3 after it
 */
public record DecimalItem(BigDecimal value) implements BareItem {

    private static final BigDecimal LIMIT = BigDecimal.TEN.pow(12);

    /** Rounds half-even to three fractional digits; throws {@link IllegalArgumentException} for more than 12 integer digits. */
    public DecimalItem {
        BigDecimal rounded = value.setScale(3, RoundingMode.HALF_EVEN);
        if (rounded.abs().compareTo(LIMIT) >= 0) {
            throw new IllegalArgumentException("a Decimal has at most 12 digits before its point");
        }
        BigDecimal stripped = rounded.stripTrailingZeros();
        value = stripped.scale() < 1 ? stripped.setScale(1) : stripped;
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append(value.toPlainString());
    }
}
