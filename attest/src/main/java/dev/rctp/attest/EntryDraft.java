package dev.rctp.attest;

import java.util.regex.Pattern;
import tools.jackson.databind.node.ObjectNode;

/**
 * An entry before it has its place in the chain (REC-2).
 *
 * @param subject the chain it belongs to
 * @param kind such as {@code decided}, {@code done} or {@code refused}; at most 64 lower-case letters, digits, underscores and inner dots
 * @param body what happened; must not change once handed over, and carries no private term (LST-4)
 */
public record EntryDraft(Subject subject, String kind, ObjectNode body) {

    private static final Pattern KIND = Pattern.compile("[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*");

    /** Refuses a kind with any other character. */
    public EntryDraft {
        if (kind.length() > 64 || !KIND.matcher(kind).matches()) {
            throw new IllegalArgumentException("not a kind of entry");
        }
    }
}
