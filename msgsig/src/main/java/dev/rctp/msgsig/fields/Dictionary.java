package dev.rctp.msgsig.fields;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Dictionary (RFC 9651 3.2, 4.1.2).
 *
 * @param members in their order
 */
public record Dictionary(Map<String, Member> members) {

    /** Keeps its own copy in the same order; throws {@link IllegalArgumentException} for a malformed key. */
    public Dictionary {
        members = Keys.copyChecked(members);
    }

    /** The Dictionary that is the whole field value (RFC 9651 4.2), lines joined by commas; of duplicates the last counts. */
    public static Dictionary parse(String field) throws MalformedFieldException {
        return FieldParser.lenient(field).wholeDictionary();
    }

    /** As {@link #parse}, but a key or parameter given twice is an error, so that no two readers can differ (B8). */
    public static Dictionary parseUnique(String field) throws MalformedFieldException {
        return FieldParser.unique(field).wholeDictionary();
    }

    /** The member under the key; null where it is absent. */
    public @Nullable Member get(String key) {
        return members.get(key);
    }

    /** The canonical text; empty for an empty Dictionary, which is sent as no field at all (RFC 9651 4.1). */
    public String serialize() {
        StringBuilder out = new StringBuilder();
        members.forEach((key, member) -> {
            out.append(out.isEmpty() ? "" : ", ").append(key);
            if (member instanceof Item(BareItem value, Parameters parameters) && value.equals(BooleanItem.TRUE)) {
                parameters.appendTo(out);
            } else {
                member.appendTo(out.append('='));
            }
        });
        return out.toString();
    }
}
