package dev.rctp.attest;

import java.util.regex.Pattern;

/**
 * What a chain is about (REC-1), written {@code <type>/<id>}.
 *
 * @param type such as {@code negotiation}, {@code deal}, {@code listing} or {@code perimeter}; at most 32 lower-case letters and underscores
 * @param id 1 to 160 characters of {@code A-Za-z0-9._~-}
 */
public record Subject(String type, String id) implements Comparable<Subject> {

    private static final Pattern TYPE = Pattern.compile("[a-z][a-z_]{0,31}");
    private static final Pattern ID = Pattern.compile("[A-Za-z0-9._~-]{1,160}");

    /** Refuses any other character, so that the text form is unambiguous and needs no escaping. */
    public Subject {
        if (!TYPE.matcher(type).matches() || !ID.matcher(id).matches()) {
            throw new IllegalArgumentException("not a subject of a chain");
        }
    }

    /** Orders by type, then id, octet by octet: the order in which chain heads are locked. */
    @Override
    public int compareTo(Subject other) {
        int byType = type.compareTo(other.type);
        return byType != 0 ? byType : id.compareTo(other.id);
    }

    /** {@code <type>/<id>}. */
    @Override
    public String toString() {
        return type + "/" + id;
    }
}
