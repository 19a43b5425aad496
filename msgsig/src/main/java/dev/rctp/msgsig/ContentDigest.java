package dev.rctp.msgsig;

import dev.rctp.msgsig.fields.ByteSequenceItem;
import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.fields.Item;
import dev.rctp.msgsig.fields.MalformedFieldException;
import dev.rctp.msgsig.fields.Member;
import dev.rctp.registries.Sha256;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Optional;

/** {@code Content-Digest} (RFC 9530 2): with {@code sha-256} alone (SIG-3), or with any algorithm that is active there. */
public final class ContentDigest {

    /** What the field says about a body. */
    public enum Match {
        /** A digest that is looked at is there, and all such are right. */
        MATCHES,
        /** No field, or no digest in it that is looked at. */
        MISSING,
        /** A digest that is looked at is wrong (B2). */
        MISMATCH,
        /** The field is no Dictionary of Byte Sequences, or has a member twice (B8). */
        MALFORMED
    }

    private static final String ALGORITHM = "sha-256";

    /** RFC 9530 5 and 7.2: the others are deprecated. */
    private static final List<String> ACTIVE = List.of(ALGORITHM, "sha-512");

    private ContentDigest() {}

    /** The field value for a body, taken as the raw bytes sent. */
    public static String of(byte[] body) {
        return ALGORITHM + "=" + new ByteSequenceItem(Sha256.bytes(body)).serialize();
    }

    /** What the field says about the raw bytes received by {@code sha-256}; other algorithms beside it are ignored (SIG-3). */
    public static Match check(HttpFields fields, byte[] body) {
        return check(fields, body, List.of(ALGORITHM));
    }

    /** What the field says about the raw bytes received, by {@code sha-256}, {@code sha-512} or both. */
    public static Match checkActive(HttpFields fields, byte[] body) {
        return check(fields, body, ACTIVE);
    }

    private static Match check(HttpFields fields, byte[] body, List<String> algorithms) {
        Optional<String> field = fields.combined("content-digest");
        if (field.isEmpty()) {
            return Match.MISSING;
        }
        try {
            return check(Dictionary.parseUnique(field.get()), body, algorithms);
        } catch (MalformedFieldException e) {
            return Match.MALFORMED;
        }
    }

    private static Match check(Dictionary digests, byte[] body, List<String> algorithms) {
        Match match = Match.MISSING;
        for (String algorithm : algorithms) {
            Member member = digests.get(algorithm);
            if (member == null) {
                continue;
            }
            if (!(member instanceof Item item && item.value() instanceof ByteSequenceItem digest)) {
                return Match.MALFORMED;
            }
            if (!MessageDigest.isEqual(digest.bytes(), hash(algorithm, body))) {
                return Match.MISMATCH;
            }
            match = Match.MATCHES;
        }
        return match;
    }

    private static byte[] hash(String algorithm, byte[] body) {
        try {
            return algorithm.equals(ALGORITHM)
                    ? Sha256.bytes(body)
                    : MessageDigest.getInstance("SHA-512").digest(body);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java platform lacks " + algorithm, e);
        }
    }
}
