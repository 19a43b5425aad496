package dev.rctp.msgsig.fields;

/**
 * A Date (RFC 9651 3.3.7, 4.1.10).
 *
 * @param epochSeconds seconds since 1970-01-01T00:00:00Z, without leap seconds, at most 15 digits
 */
public record DateItem(long epochSeconds) implements BareItem {

    /** Throws {@link IllegalArgumentException} for more than 15 digits. */
    public DateItem {
        if (epochSeconds > IntegerItem.MAX || epochSeconds < -IntegerItem.MAX) {
            throw new IllegalArgumentException("a Date has at most 15 digits");
        }
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append('@').append(epochSeconds);
    }
}
