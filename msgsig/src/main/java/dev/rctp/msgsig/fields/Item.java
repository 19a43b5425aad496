package dev.rctp.msgsig.fields;

/**
 * A value with its parameters (RFC 9651 3.3, 4.1.3).
 *
 * @param value the value
 * @param parameters its parameters
 */
public record Item(BareItem value, Parameters parameters) implements Member {

    /** An Item without parameters. */
    public static Item of(BareItem value) {
        return new Item(value, Parameters.NONE);
    }

    /** The Item that is the whole field value (RFC 9651 4.2). */
    public static Item parse(String field) throws MalformedFieldException {
        return FieldParser.lenient(field).wholeItem();
    }

    /** As {@link #parse}, but a parameter given twice is an error too. */
    public static Item parseUnique(String field) throws MalformedFieldException {
        return FieldParser.unique(field).wholeItem();
    }

    @Override
    public void appendTo(StringBuilder out) {
        value.appendTo(out);
        parameters.appendTo(out);
    }
}
