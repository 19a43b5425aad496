package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.IntegerItem;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.StringItem;
import java.util.HexFormat;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The proof that a decision stands in the record: what the {@code RCTP-Record} field says (DEC-6). It proves something if the
 * answer's signature does, or if a record read later is held against it.
 *
 * @param subjectType such as {@code listing}
 * @param subjectId the subject's id
 * @param seq the entry's number in the subject's chain, from 1
 * @param hash {@code sha-256:} and 64 hexadecimal digits
 */
public record Receipt(String subjectType, String subjectId, long seq, String hash) {

    private static final int HASH_BYTES = 32;

    /** The receipt in the field's value; empty for a text that is none. */
    public static Optional<Receipt> parse(String field) {
        try {
            Item item = Item.parse(field);
            return item.value() instanceof StringItem(String subject)
                            && item.parameters().get("seq") instanceof IntegerItem(long seq)
                            && item.parameters().get("hash") instanceof ByteSequenceItem hash
                    ? of(subject, seq, hash.bytes())
                    : Optional.empty();
        } catch (MalformedFieldException e) {
            return Optional.empty();
        }
    }

    private static Optional<Receipt> of(String subject, long seq, byte[] hash) {
        int slash = subject.indexOf('/');
        boolean named = slash > 0 && slash < subject.length() - 1;
        return !named || seq < 1 || hash.length != HASH_BYTES
                ? Optional.empty()
                : Optional.of(new Receipt(
                        subject.substring(0, slash),
                        subject.substring(slash + 1),
                        seq,
                        "sha-256:" + HexFormat.of().formatHex(hash)));
    }

    /** The receipt by schema {@code receipt}, as a record bundle has it among its {@code receipts}. */
    public ObjectNode toJson() {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.putObject("subject").put("type", subjectType).put("id", subjectId);
        return json.put("seq", seq).put("hash", hash);
    }
}
