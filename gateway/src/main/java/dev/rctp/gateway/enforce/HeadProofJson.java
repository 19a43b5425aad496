package dev.rctp.gateway.enforce;

import dev.rctp.attest.log.HeadProof;
import java.util.HexFormat;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A proof as schema {@code head-proof} has it. */
public final class HeadProofJson {

    private HeadProofJson() {}

    /** The proof's JSON object. */
    public static ObjectNode of(HeadProof proof) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        ObjectNode head = json.putObject("head");
        head.putObject("subject")
                .put("type", proof.head().subject().type())
                .put("id", proof.head().subject().id());
        head.put("seq", proof.head().seq()).put("hash", proof.head().hash());
        json.put("index", proof.index());
        ArrayNode hashes = json.putArray("hashes");
        proof.path().forEach(hash -> hashes.add("sha-256:" + HexFormat.of().formatHex(hash)));
        return json.put("checkpoint", proof.note());
    }
}
