package dev.rctp.msgsig.fields;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads Lists, Dictionaries and what they hold (RFC 9651 4.2, 4.2.1 to 4.2.3). */
final class FieldParser {

    private final FieldInput in;
    private final BareItemParser bareItems;
    private final boolean unique;

    private FieldParser(String field, boolean unique) {
        this.in = new FieldInput(field);
        this.bareItems = new BareItemParser(in);
        this.unique = unique;
    }

    /** As the RFC parses: of duplicate keys the last counts. */
    static FieldParser lenient(String field) {
        return new FieldParser(field, false);
    }

    /** Duplicate keys are errors. */
    static FieldParser unique(String field) {
        return new FieldParser(field, true);
    }

    Item wholeItem() throws MalformedFieldException {
        in.skipSpaces();
        Item item = item();
        end();
        return item;
    }

    MemberList wholeList() throws MalformedFieldException {
        in.skipSpaces();
        List<Member> members = new ArrayList<>();
        boolean more = !in.atEnd();
        while (more) {
            members.add(member());
            more = comma();
        }
        end();
        return new MemberList(members);
    }

    Dictionary wholeDictionary() throws MalformedFieldException {
        in.skipSpaces();
        Map<String, Member> members = new LinkedHashMap<>();
        boolean more = !in.atEnd();
        while (more) {
            String key = key();
            put(members, key, in.accept('=') ? member() : new Item(BooleanItem.TRUE, parameters()));
            more = comma();
        }
        end();
        return new Dictionary(members);
    }

    private void end() throws MalformedFieldException {
        in.skipSpaces();
        if (!in.atEnd()) {
            throw in.malformed("unexpected character");
        }
    }

    /** Whether another member follows; a trailing comma is an error. */
    private boolean comma() throws MalformedFieldException {
        in.skipOptionalWhitespace();
        if (in.atEnd()) {
            return false;
        }
        in.expect(',');
        in.skipOptionalWhitespace();
        if (in.atEnd()) {
            throw in.malformed("trailing comma");
        }
        return true;
    }

    private Member member() throws MalformedFieldException {
        return in.peek() == '(' ? innerList() : item();
    }

    private InnerList innerList() throws MalformedFieldException {
        in.expect('(');
        List<Item> items = new ArrayList<>();
        in.skipSpaces();
        while (!in.accept(')')) {
            items.add(item());
            if (in.peek() != ' ' && in.peek() != ')') {
                throw in.malformed("items of an inner list not separated by a space");
            }
            in.skipSpaces();
        }
        return new InnerList(items, parameters());
    }

    private Item item() throws MalformedFieldException {
        return new Item(bareItems.next(), parameters());
    }

    private Parameters parameters() throws MalformedFieldException {
        if (in.peek() != ';') {
            return Parameters.NONE;
        }
        Map<String, BareItem> entries = new LinkedHashMap<>();
        while (in.accept(';')) {
            in.skipSpaces();
            String key = key();
            put(entries, key, in.accept('=') ? bareItems.next() : BooleanItem.TRUE);
        }
        return new Parameters(entries);
    }

    private <V> void put(Map<String, V> entries, String key, V value) throws MalformedFieldException {
        if (entries.put(key, value) != null && unique) {
            throw in.malformed("duplicate key");
        }
    }

    private String key() throws MalformedFieldException {
        if (!Characters.isKeyStart(in.peek())) {
            throw in.malformed("a key must start with a lower-case letter or *");
        }
        return in.takeWhile(Characters::isKey);
    }
}
