package dev.rctp.msgsig.fields;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** Makes fields of what the structured field vectors write under {@code expected}. */
final class ExpectedField {

    private static final String BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

    private ExpectedField() {}

    static MemberList list(JsonNode json) {
        List<Member> members = new ArrayList<>();
        json.forEach(member -> members.add(member(member)));
        return new MemberList(members);
    }

    static Dictionary dictionary(JsonNode json) {
        Map<String, Member> members = new LinkedHashMap<>();
        json.forEach(entry -> members.put(entry.get(0).stringValue(), member(entry.get(1))));
        return new Dictionary(members);
    }

    static Item item(JsonNode json) {
        return new Item(bareItem(json.get(0)), parameters(json.get(1)));
    }

    private static Member member(JsonNode json) {
        if (!json.get(0).isArray()) {
            return item(json);
        }
        List<Item> items = new ArrayList<>();
        json.get(0).forEach(inner -> items.add(item(inner)));
        return new InnerList(items, parameters(json.get(1)));
    }

    private static Parameters parameters(JsonNode json) {
        Map<String, BareItem> entries = new LinkedHashMap<>();
        json.forEach(entry -> entries.put(entry.get(0).stringValue(), bareItem(entry.get(1))));
        return new Parameters(entries);
    }

    private static BareItem bareItem(JsonNode json) {
        if (json.isString()) {
            return new StringItem(json.stringValue());
        }
        if (json.isBoolean()) {
            return new BooleanItem(json.booleanValue());
        }
        if (json.isIntegralNumber()) {
            return new IntegerItem(json.longValue());
        }
        return json.isNumber() ? new DecimalItem(json.decimalValue()) : typed(json);
    }

    private static BareItem typed(JsonNode json) {
        JsonNode value = json.get("value");
        return switch (json.get("__type").stringValue()) {
            case "token" -> new TokenItem(value.stringValue());
            case "binary" -> new ByteSequenceItem(base32(value.stringValue()));
            case "date" -> new DateItem(value.longValue());
            case "displaystring" -> new DisplayStringItem(value.stringValue());
            default -> throw new IllegalArgumentException(json.toString());
        };
    }

    /** RFC 4648 6. */
    private static byte[] base32(String text) {
        String digits = text.replace("=", "");
        byte[] bytes = new byte[digits.length() * 5 / 8];
        for (int i = 0; i < bytes.length * 8; i++) {
            int bit = (BASE32.indexOf(digits.charAt(i / 5)) >> (4 - i % 5)) & 1;
            bytes[i / 8] |= (byte) (bit << (7 - i % 8));
        }
        return bytes;
    }
}
