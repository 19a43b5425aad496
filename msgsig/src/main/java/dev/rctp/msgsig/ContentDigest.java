package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;
import dev.rctp.registries.Sha256;
import java.security.MessageDigest;
import java.util.Optional;

/** {@code Content-Digest} with {@code sha-256} (RFC 9530 2; SIG-3). */
public final class ContentDigest {

    /** What the field says about a body. */
    public enum Match {
        /** {@code sha-256} is there and right. */
        MATCHES,
        /** No field, or no {@code sha-256} in it. */
        MISSING,
        /** {@code sha-256} is there and wrong (B2). */
        MISMATCH,
        /** The field is no Dictionary of Byte Sequences, or has a member twice (B8). */
        MALFORMED
    }

    private static final String ALGORITHM = "sha-256";

    private ContentDigest() {}

    /** The field value for a body, taken as the raw bytes sent. */
    public static String of(byte[] body) {
        return ALGORITHM + "=" + new ByteSequenceItem(Sha256.bytes(body)).serialize();
    }

    /** What the message's field says about the raw bytes received; other algorithms beside it are ignored. */
    public static Match check(HttpFields fields, byte[] body) {
        Optional<String> field = fields.combined("content-digest");
        if (field.isEmpty()) {
            return Match.MISSING;
        }
        try {
            return check(Dictionary.parseUnique(field.get()), body);
        } catch (MalformedFieldException e) {
            return Match.MALFORMED;
        }
    }

    private static Match check(Dictionary digests, byte[] body) {
        Member member = digests.get(ALGORITHM);
        if (member == null) {
            return Match.MISSING;
        }
        if (!(member instanceof Item item && item.value() instanceof ByteSequenceItem digest)) {
            return Match.MALFORMED;
        }
        return MessageDigest.isEqual(digest.bytes(), Sha256.bytes(body)) ? Match.MATCHES : Match.MISMATCH;
    }
}
