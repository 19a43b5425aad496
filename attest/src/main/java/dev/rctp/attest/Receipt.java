package dev.rctp.attest;

import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The place of a durable entry in its chain (DEC-6).
 *
 * @param subject the chain
 * @param seq the entry's number, from 1
 * @param hash {@code sha-256:} and hexadecimal over the JCS of the whole entry: what the next entry's {@code prev_hash} will be
 */
public record Receipt(Subject subject, long seq, String hash) {

    private static final String PREFIX = "sha-256:";
    private static final Pattern HASH = Pattern.compile(PREFIX + "[0-9a-f]{64}");

    /** Refuses a number below 1 and a hash in any other form. */
    public Receipt {
        if (seq < 1 || !HASH.matcher(hash).matches()) {
            throw new IllegalArgumentException("not a receipt");
        }
    }

    /** The value of the {@code RCTP-Record} header: {@code "<type>/<id>";seq=<n>;hash=:<base64>:}. */
    public String fieldValue() {
        byte[] digest = HexFormat.of().parseHex(hash, PREFIX.length(), hash.length());
        return "\"" + subject + "\";seq=" + seq + ";hash=:"
                + Base64.getEncoder().encodeToString(digest) + ":";
    }
}
