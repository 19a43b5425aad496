package dev.rctp.conformance.vectors;

import java.util.HexFormat;
import tools.jackson.databind.node.ObjectNode;

/** Values of {@code RCTP-Record} (DEC-6). */
final class ReceiptVectors {

    private static final byte[] DIGEST = HexFormat.of().parseHex("fb".repeat(32));
    private static final String HASH = ";hash=:" + Texts.base64(DIGEST) + ":";

    private final VectorFile file =
            new VectorFile("receipts", "Values of the field RCTP-Record and what they say (schema receipt).");

    VectorFile make() {
        good("negotiation", "In a negotiation's chain.", "negotiation", Cast.NEGOTIATION, 1);
        good("deal", "In a deal's chain.", "deal", Cast.DEAL, 12);
        good("listing", "In a listing's chain.", "listing", "a~b_c.d-1", 9007199254740991L >> 4);
        good("listing-approval", "LST-7: a listing that has no id yet.", "listing", Cast.APPROVAL, 2);
        String subject = "\"deal/" + Cast.DEAL + "\"";
        parsed("order", "Parameters have no order.", subject + HASH + ";seq=3", "deal", Cast.DEAL, 3);
        bad("token", "A Token instead of a String.", subject.replace("\"", "") + ";seq=1" + HASH);
        bad("no-seq", "Without seq.", subject + HASH);
        bad("no-hash", "Without hash.", subject + ";seq=1");
        bad("seq-zero", "seq begins at 1.", subject + ";seq=0" + HASH);
        bad("seq-negative", "seq below 0.", subject + ";seq=-1" + HASH);
        bad("seq-decimal", "A fraction.", subject + ";seq=1.0" + HASH);
        bad("seq-string", "A String.", subject + ";seq=\"1\"" + HASH);
        bad("seq-digits", "More than 15 digits.", subject + ";seq=1000000000000000" + HASH);
        bad("hash-hex", "Hexadecimal as a String.", subject + ";seq=1;hash=\"" + "fb".repeat(32) + "\"");
        bad("hash-short", "31 octets.", subject + ";seq=1;hash=:" + Texts.base64(new byte[31]) + ":");
        bad(
                "hash-base64url",
                "B17: base64url.",
                subject + ";seq=1" + HASH.replace('/', '_').replace('+', '-'));
        bad("no-slash", "No type.", "\"" + Cast.DEAL + "\";seq=1" + HASH);
        bad("two-slashes", "An id with a slash.", "\"deal/a/b\";seq=1" + HASH);
        bad("type-capital", "A type in capitals.", "\"Deal/" + Cast.DEAL + "\";seq=1" + HASH);
        bad("id-empty", "No id.", "\"deal/\";seq=1" + HASH);
        bad("two", "A list.", subject + ";seq=1" + HASH + ", " + subject + ";seq=2" + HASH);
        bad("empty", "Nothing.", "");
        return file;
    }

    private void good(String name, String comment, String type, String id, long seq) {
        parsed(name, comment, "\"" + type + "/" + id + "\";seq=" + seq + HASH, type, id, seq);
    }

    private void parsed(String name, String comment, String field, String type, String id, long seq) {
        ObjectNode receipt = file.valid(name, "DEC-6", comment)
                .put("field", field)
                .putObject("expected")
                .putObject("receipt");
        receipt.putObject("subject").put("type", type).put("id", id);
        receipt.put("seq", seq).put("hash", "sha-256:" + HexFormat.of().formatHex(DIGEST));
    }

    private void bad(String name, String comment, String field) {
        file.invalid(name, "DEC-6", comment)
                .put("field", field)
                .putObject("expected")
                .put("fault", "malformed");
    }
}
