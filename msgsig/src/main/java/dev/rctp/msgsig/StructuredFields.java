package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.MemberList;
import java.util.Map;

/** The fields whose type is known, so that {@code sf} can be applied to them (RFC 9421 2.1.1). */
final class StructuredFields {

    private enum Type {
        ITEM,
        LIST,
        DICTIONARY
    }

    private static final Map<String, Type> TYPES = Map.ofEntries(
            Map.entry("accept-signature", Type.DICTIONARY),
            Map.entry("cache-status", Type.LIST),
            Map.entry("client-cert", Type.ITEM),
            Map.entry("client-cert-chain", Type.LIST),
            Map.entry("content-digest", Type.DICTIONARY),
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
            Map.entry("want-repr-digest", Type.DICTIONARY));

    private StructuredFields() {}

    static String canonical(Component component, String value) throws MalformedSignatureException {
        Type type = TYPES.get(component.name());
        if (type == null) {
            throw new MalformedSignatureException("The field " + component.name() + " is not a known structured one.");
        }
        try {
            return switch (type) {
                case ITEM -> Item.parse(value).serialize();
                case LIST -> MemberList.parse(value).serialize();
                case DICTIONARY -> Dictionary.parse(value).serialize();
            };
        } catch (MalformedFieldException e) {
            throw new MalformedSignatureException("The field " + component.name() + " is malformed.");
        }
    }
}
