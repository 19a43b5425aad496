package dev.rctp.msgsig.fields;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is attached to an Item or Inner List (RFC 9651 3.1.2, 4.1.1.2).
 *
 * @param entries in their order
 */
public record Parameters(Map<String, BareItem> entries) {

    /** No parameters. */
    public static final Parameters NONE = new Parameters(Map.of());

    /** Keeps its own copy in the same order; throws {@link IllegalArgumentException} for a malformed key. */
    public Parameters {
        entries = Keys.copyChecked(entries);
    }

    /** The value under the key; null where it is absent. */
    public @Nullable BareItem get(String key) {
        return entries.get(key);
    }

    void appendTo(StringBuilder out) {
        entries.forEach((key, value) -> {
            out.append(';').append(key);
            if (!value.equals(BooleanItem.TRUE)) {
                value.appendTo(out.append('='));
            }
        });
    }
}
