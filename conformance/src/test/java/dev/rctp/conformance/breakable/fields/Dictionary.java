package dev.rctp.conformance.breakable.fields;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads Dictionaries (RFC 9651 section 4.2.2); a key that is there twice is an error, so that no two readers differ. */
public final class Dictionary {

    private Dictionary() {}

    /** The members of a Dictionary by key. */
    public static Map<String, Member> of(String field) throws MalformedFieldException {
        return read(field, false);
    }

    /** The members of a Dictionary by key, of two with one key the last, as RFC 9651 has it. */
    public static Map<String, Member> lastOfEach(String field) throws MalformedFieldException {
        return read(field, true);
    }

    private static Map<String, Member> read(String field, boolean repeats) throws MalformedFieldException {
        FieldReader in = new FieldReader(field);
        Map<String, Member> members = new LinkedHashMap<>();
        in.skipSpaces();
        while (!in.atEnd()) {
            String key = in.key();
            Member member = in.takes('=') ? in.memberValue() : in.flag();
            if (members.put(key, member) != null && !repeats) {
                throw new MalformedFieldException(key + " is there twice");
            }
            in.skipBlanks();
            if (in.atEnd()) {
                return members;
            }
            in.expect(',');
            in.skipBlanks();
            if (in.atEnd()) {
                throw new MalformedFieldException("a comma at the end");
            }
        }
        return members;
    }
}
