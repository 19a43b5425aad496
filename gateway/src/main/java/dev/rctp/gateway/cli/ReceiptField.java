package dev.rctp.gateway.cli;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.StringItem;
import java.util.HexFormat;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Reads the {@code RCTP-Record} field (DEC-6). */
public final class ReceiptField {

    private ReceiptField() {}

    /** The receipt as an object of schema {@code receipt}; empty for a text that is none. */
    public static Optional<ObjectNode> parse(String text) {
        try {
            Item item = Item.parse(text);
            return item.value() instanceof StringItem(String subject)
                            && item.parameters().get("seq") instanceof IntegerItem(long seq)
                            && item.parameters().get("hash") instanceof ByteSequenceItem hash
                    ? receipt(subject, seq, hash.bytes())
                    : Optional.empty();
        } catch (MalformedFieldException e) {
            return Optional.empty();
        }
    }

    private static Optional<ObjectNode> receipt(String subject, long seq, byte[] hash) {
        int slash = subject.indexOf('/');
        if (slash < 0) {
            return Optional.empty();
        }
        ObjectNode receipt = JsonNodeFactory.instance.objectNode();
        receipt.putObject("subject").put("type", subject.substring(0, slash)).put("id", subject.substring(slash + 1));
        return Optional.of(
                receipt.put("seq", seq).put("hash", "sha-256:" + HexFormat.of().formatHex(hash)));
    }
}
