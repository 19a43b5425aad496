package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.MemberList;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The fields whose structured type is known, so that {@code sf} can be applied to them (RFC 9421 2.1.1); immutable. */
public final class FieldTypes {

    /** The top-level types of RFC 9651 3. */
    public enum Type {
        /** One value with parameters. */
        ITEM,
        /** Values and inner lists. */
        LIST,
        /** Named values and inner lists. */
        DICTIONARY
    }

    /** Fields that RFCs and RCTP define as structured ones. */
    public static final FieldTypes KNOWN = new FieldTypes(Map.ofEntries(
            Map.entry("accept-signature", Type.DICTIONARY),
            Map.entry("cache-status", Type.LIST),
            Map.entry("capsule-protocol", Type.ITEM),
            Map.entry("cdn-cache-control", Type.DICTIONARY),
            Map.entry("client-cert", Type.ITEM),
            Map.entry("client-cert-chain", Type.LIST),
            Map.entry("content-digest", Type.DICTIONARY),
            Map.entry("deprecation", Type.ITEM),
            Map.entry("priority", Type.DICTIONARY),
            Map.entry("proxy-status", Type.LIST),
            Map.entry("rctp-decision", Type.ITEM),
            Map.entry("rctp-record", Type.ITEM),
            Map.entry("repr-digest", Type.DICTIONARY),
            Map.entry("signature", Type.DICTIONARY),
            Map.entry("signature-agent", Type.DICTIONARY),
            Map.entry("signature-input", Type.DICTIONARY),
            Map.entry("ucp-agent", Type.DICTIONARY),
            Map.entry("want-content-digest", Type.DICTIONARY),
            Map.entry("want-repr-digest", Type.DICTIONARY)));

    private final Map<String, Type> types;

    private FieldTypes(Map<String, Type> types) {
        this.types = types;
    }

    /** These and one field more, which both sides must agree on; a type known before is replaced. */
    public FieldTypes with(String field, Type type) {
        Map<String, Type> more = new HashMap<>(types);
        more.put(field.toLowerCase(Locale.ROOT), type);
        return new FieldTypes(Map.copyOf(more));
    }

    /**
     * The value re-serialized; a key or parameter given twice is refused, or two different fields would have one
     * value here (B8).
     */
    String canonical(Component component, String value) throws MalformedSignatureException {
        Type type = types.get(component.name());
        if (type == null) {
            throw new MalformedSignatureException("The field " + component.name() + " is not a known structured one.");
        }
        try {
            return switch (type) {
                case ITEM -> Item.parseUnique(value).serialize();
                case LIST -> MemberList.parseUnique(value).serialize();
                case DICTIONARY -> Dictionary.parseUnique(value).serialize();
            };
        } catch (MalformedFieldException e) {
            throw new MalformedSignatureException("The field " + component.name() + " is malformed.");
        }
    }
}
