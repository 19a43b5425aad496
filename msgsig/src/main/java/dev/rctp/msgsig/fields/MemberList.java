package dev.rctp.msgsig.fields;

import java.util.List;

/**
 * A List (RFC 9651 3.1, 4.1.1).
 *
 * @param members in their order
 */
public record MemberList(List<Member> members) {

    /** Keeps its own copy of the members. */
    public MemberList {
        members = List.copyOf(members);
    }

    /** The List that is the whole field value (RFC 9651 4.2), lines joined by commas. */
    public static MemberList parse(String field) throws MalformedFieldException {
        return FieldParser.lenient(field).wholeList();
    }

    /** As {@link #parse}, but a parameter given twice is an error too. */
    public static MemberList parseUnique(String field) throws MalformedFieldException {
        return FieldParser.unique(field).wholeList();
    }

    /** The canonical text; empty for an empty List, which is sent as no field at all (RFC 9651 4.1). */
    public String serialize() {
        StringBuilder out = new StringBuilder();
        String separator = "";
        for (Member member : members) {
            member.appendTo(out.append(separator));
            separator = ", ";
        }
        return out.toString();
    }
}
