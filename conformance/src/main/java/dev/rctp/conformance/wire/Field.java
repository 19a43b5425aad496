package dev.rctp.conformance.wire;

/** One header line (RFC 9110 5). */
public record Field(String name, String value) {

    /** Whether it has this name, in any case. */
    public boolean is(String other) {
        return name.equalsIgnoreCase(other);
    }
}
