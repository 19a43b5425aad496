package dev.rctp.gateway.e2e;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.registries.Sha256;
import java.io.IOException;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.UUID;
import java.util.function.Consumer;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A passkey of a seller's that answers whatever a test wants it to: other flags, other counters, other client data. */
final class PasskeyAnswer {

    static final int PRESENT = 0x01;
    static final int VERIFIED = 0x04;

    private static final int COORDINATE = 32;

    private final String id = text(UUID.randomUUID().toString().getBytes(StandardCharsets.UTF_8));
    private final ObjectNode jwk = Cryptography.select().generateJwk(SignatureAlgorithm.ES256);
    private final String origin;

    PasskeyAnswer(World world) {
        this.origin = world.gateway().toString();
    }

    /** What the marketplace tells the gateway of it. */
    ObjectNode told() {
        ObjectNode open = jwk.deepCopy();
        open.remove(java.util.List.of("d", "kid", "use", "alg"));
        ObjectNode told = JsonNodeFactory.instance.objectNode().put("credential_id", id);
        told.set("jwk", open);
        return told;
    }

    /** Vouched for as this seller's, with this counter. */
    HttpResponse<String> vouched(World world, Path state, String sub, long counter)
            throws IOException, InterruptedException {
        return Asking.manage(
                world,
                state,
                "POST",
                "/sellers/" + Asking.encoded(sub) + "/passkeys",
                told().put("sign_count", counter).toString());
    }

    /** The body of a response: present, verified, counter 0, client data as changed. */
    ObjectNode response(String decision, String challenge, int flags, int counter, Consumer<ObjectNode> change) {
        ObjectNode client = JsonNodeFactory.instance
                .objectNode()
                .put("type", "webauthn.get")
                .put("challenge", challenge)
                .put("origin", origin)
                .put("crossOrigin", false);
        change.accept(client);
        byte[] clientData = client.toString().getBytes(StandardCharsets.UTF_8);
        byte[] data = ByteBuffer.allocate(37)
                .put(Sha256.bytes("localhost".getBytes(StandardCharsets.UTF_8)))
                .put((byte) flags)
                .putInt(counter)
                .array();
        byte[] signed = ByteBuffer.allocate(data.length + 32)
                .put(data)
                .put(Sha256.bytes(clientData))
                .array();
        ObjectNode body = JsonNodeFactory.instance.objectNode().put("decision", decision);
        ObjectNode credential =
                body.putObject("credential").put("id", id).put("rawId", id).put("type", "public-key");
        credential
                .putObject("response")
                .put("clientDataJSON", text(clientData))
                .put("authenticatorData", text(data))
                .put("signature", text(signature(signed)));
        return body;
    }

    ObjectNode response(String decision, String challenge) {
        return response(decision, challenge, PRESENT | VERIFIED, 0, _ -> {});
    }

    /** As an ASN.1 sequence of two integers. */
    private byte[] signature(byte[] signed) {
        SigningKey key;
        try {
            key = Cryptography.select().signingKey(jwk);
        } catch (dev.rctp.msgsig.MalformedKeyException e) {
            throw new AssertionError(e);
        }
        byte[] plain = key.sign(signed);
        byte[] r = new BigInteger(1, Arrays.copyOfRange(plain, 0, COORDINATE)).toByteArray();
        byte[] s = new BigInteger(1, Arrays.copyOfRange(plain, COORDINATE, 2 * COORDINATE)).toByteArray();
        return ByteBuffer.allocate(r.length + s.length + 6)
                .put((byte) 0x30)
                .put((byte) (r.length + s.length + 4))
                .put((byte) 0x02)
                .put((byte) r.length)
                .put(r)
                .put((byte) 0x02)
                .put((byte) s.length)
                .put(s)
                .array();
    }

    private static String text(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
