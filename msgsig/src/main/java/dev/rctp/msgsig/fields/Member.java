package dev.rctp.msgsig.fields;

/** What a List or Dictionary holds (RFC 9651 3.1, 3.2). */
public sealed interface Member permits Item, InnerList {

    /** Its parameters. */
    Parameters parameters();

    /** The canonical text (RFC 9651 4.1). */
    default String serialize() {
        StringBuilder out = new StringBuilder();
        appendTo(out);
        return out.toString();
    }

    /** Appends the canonical text (RFC 9651 4.1). */
    void appendTo(StringBuilder out);
}
