package dev.rctp.msgsig.fields;

/**
 * An Integer (RFC 9651 3.3.1, 4.1.4).
 *
 * @param value at most 15 digits, either sign
 */
public record IntegerItem(long value) implements BareItem {

    /** The largest magnitude: fifteen digits. */
    public static final long MAX = 999_999_999_999_999L;

    /** Throws {@link IllegalArgumentException} for more than 15 digits. */
    public IntegerItem {
        if (value > MAX || value < -MAX) {
            throw new IllegalArgumentException("an Integer has at most 15 digits");
        }
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append(value);
    }
}
