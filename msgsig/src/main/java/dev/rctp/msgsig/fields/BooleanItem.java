package dev.rctp.msgsig.fields;

/**
 * A Boolean (RFC 9651 3.3.6, 4.1.9).
 *
 * @param value written {@code ?1} or {@code ?0}
 */
public record BooleanItem(boolean value) implements BareItem {

    /** What a key without a value means (RFC 9651 3.1.2, 3.2). */
    public static final BooleanItem TRUE = new BooleanItem(true);

    @Override
    public void appendTo(StringBuilder out) {
        out.append(value ? "?1" : "?0");
    }
}
