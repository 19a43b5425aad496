package dev.rctp.attest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

class EntryMakerTest {

    private final Subject subject = new Subject("listing", "Vase-01.a~b_c");
    private final ChainHead empty = new ChainHead(0, ChainHead.genesis(subject), 0);

    @Test
    @DisplayName("REC-2, B90: an entry's bytes are the canonicalizer's, whatever its body; so is what its jws signs")
    void canonical() throws Exception {
        ObjectNode body = StrictJson.parseObject(
                "{\"z\":1.10,\"a\":[1e2,-0.0,null],\"\u20ac\":\"\\u0000\\\"\\\\\",\"\\ud83d\\ude00\":{}}"
                        .getBytes(StandardCharsets.UTF_8));
        MadeEntry made = maker(TestKey.generate())
                .make(new EntryDraft(subject, "deal.opened", body), CanonicalJson.text(body), empty);
        ObjectNode entry = StrictJson.parseObject(made.jcs());

        assertThat(made.jcs()).isEqualTo(CanonicalJson.bytes(entry));
        assertThat(entry.path("jws").stringValue().split("\\.", -1)[1]).isEqualTo(base64url(withoutJws(entry)));
        assertThat(Registries.load().schemas().validate("attestation-entry", entry))
                .isEmpty();
    }

    @Test
    @DisplayName("REC-2: every member of an entry, byte for byte")
    void pinned() throws Exception {
        EntrySigner signer = new FixedSigner();
        ObjectNode body = StrictJson.parseObject("{\"decision\":\"auto\"}".getBytes(StandardCharsets.UTF_8));
        MadeEntry made = maker(signer).make(new EntryDraft(subject, "decided", body), CanonicalJson.text(body), empty);

        String genesis =
                Sha256.text("{\"id\":\"Vase-01.a~b_c\",\"type\":\"listing\"}".getBytes(StandardCharsets.UTF_8));
        String tail = ",\"kind\":\"decided\",\"prev_hash\":\"" + genesis
                + "\",\"seq\":1,\"subject\":{\"id\":\"Vase-01.a~b_c\",\"type\":\"listing\"},\"v\":1}";
        String start = "{\"at\":\"2026-03-01T10:00:00.000Z\",\"body\":{\"decision\":\"auto\"}";
        String jws = base64url("{\"alg\":\"ES256\",\"kid\":\"kid\",\"typ\":\"rctp-attestation+jwt\"}"
                        .getBytes(StandardCharsets.UTF_8))
                + "." + base64url((start + tail).getBytes(StandardCharsets.UTF_8)) + "." + base64url(new byte[64]);
        assertThat(made.jcs()).asString(StandardCharsets.UTF_8).isEqualTo(start + ",\"jws\":\"" + jws + "\"" + tail);
        assertThat(made.hash()).isEqualTo(Sha256.text(made.jcs()));
    }

    @Test
    @DisplayName("DEC-6: a receipt's field value")
    void receipt() {
        Receipt receipt = new Receipt(subject, 7, "sha-256:" + "00".repeat(31) + "ff");
        assertThat(receipt.fieldValue())
                .isEqualTo("\"listing/Vase-01.a~b_c\";seq=7;hash=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAP8=:");
    }

    private static EntryMaker maker(EntrySigner signer) {
        return new EntryMaker(signer, () -> Instant.parse("2026-03-01T10:00:00.000999Z"));
    }

    private static byte[] withoutJws(ObjectNode entry) {
        ObjectNode signed = entry.deepCopy();
        signed.remove("jws");
        return CanonicalJson.bytes(signed);
    }

    private static String base64url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static final class FixedSigner implements EntrySigner {
        @Override
        public String keyId() {
            return "kid";
        }

        @Override
        public byte[] sign(byte[] data) {
            return new byte[64];
        }
    }
}
