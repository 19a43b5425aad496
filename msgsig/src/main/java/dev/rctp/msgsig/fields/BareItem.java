package dev.rctp.msgsig.fields;

/** A value without parameters (RFC 9651 3.3); every instance can be serialized. */
public sealed interface BareItem
        permits IntegerItem,
                DecimalItem,
                StringItem,
                TokenItem,
                ByteSequenceItem,
                BooleanItem,
                DateItem,
                DisplayStringItem {

    /** Appends the canonical text (RFC 9651 4.1.3.1). */
    void appendTo(StringBuilder out);

    /** The canonical text (RFC 9651 4.1.3.1). */
    default String serialize() {
        StringBuilder out = new StringBuilder();
        appendTo(out);
        return out.toString();
    }
}
