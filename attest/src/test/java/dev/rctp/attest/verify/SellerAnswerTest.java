package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.MadeChain;
import dev.rctp.attest.TestKey;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SellerAnswerTest {

    private static final String SALT = "AAAAAAAAAAAAAAAAAAAAAA";

    private final RecordVerifier verifier = new RecordVerifier(Registries.load().schemas());
    private final TestKey key = TestKey.generate();
    private final PasskeyEvidenceTest.Authenticator authenticator = PasskeyEvidenceTest.Authenticator.es256();

    SellerAnswerTest() throws GeneralSecurityException {}

    private static ObjectNode details(String decision) {
        ObjectNode details = JsonNodeFactory.instance
                .objectNode()
                .put("type", "dev.rctp.approval")
                .put("approval_id", "apr_1")
                .put("action", "offer.accept")
                .put("decision", decision)
                .put("expires_at", "2026-11-30T12:15:00Z");
        details.putObject("price").put("amount", 82000).put("currency", "EUR");
        return details;
    }

    private ObjectNode evidence(ObjectNode details) {
        return authenticator.evidence(details, "webauthn.get", "shop.example", 5);
    }

    /** A record with this answer in it, as the gateway would sign it, and its opening. */
    private RecordReport verify(String kind, ObjectNode evidence, Consumer<ObjectNode> change) {
        ObjectNode both = JsonNodeFactory.instance.objectNode().put("salt", SALT);
        both.set("value", evidence);
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("approval", Sha256.text("apr_1".getBytes(StandardCharsets.UTF_8)))
                .put("action", "offer.accept")
                .put("expires_at", "2026-11-30T12:15:00Z")
                .put("confided", Sha256.text(CanonicalJson.bytes(both)));
        change.accept(body);
        return verifier.verify(bundle(kind, body, evidence).getBytes(StandardCharsets.UTF_8));
    }

    private String bundle(String kind, ObjectNode body, ObjectNode evidence) {
        byte[] bundle =
                MadeChain.of(1, key).append(kind, body, key).append(1, key).bundle(key);
        String opening = "\"openings\":[{\"seq\":2,\"path\":\"/body/confided\",\"salt\":\"" + SALT + "\",\"value\":"
                + evidence + "}]";
        return new String(bundle, StandardCharsets.UTF_8).replace("\"openings\":[]", opening);
    }

    private static void assertBroken(RecordReport report, String sentence) {
        assertThat(report.integrity()).isEqualTo(new Integrity.Broken(1, 2, sentence));
    }

    @Test
    @DisplayName("REC-4: a record with a seller's approval, and one with a refusal, is sound")
    void sound() {
        assertThat(verify("approved", evidence(details("approve")), body -> {}).passed())
                .isTrue();
        assertThat(verify("declined", evidence(details("decline")), body -> {}).passed())
                .isTrue();
        ObjectNode terms = details("approve").put("terms_commitment", "sha-256:00");
        assertThat(verify("approved", evidence(terms), body -> body.put("terms_commitment", "sha-256:00"))
                        .passed())
                .isTrue();
    }

    @Test
    @DisplayName("B59: a gateway that records another amount than was approved, and signs that, is found out")
    void amountChangedByTheGateway() {
        ObjectNode evidence = evidence(details("approve"));
        ((ObjectNode) evidence.at("/details/price")).put("amount", 82001);
        assertBroken(verify("approved", evidence, body -> {}), "a passkey that signed other details");
    }

    @Test
    @DisplayName("REC-4: one byte of the approved amount changed afterwards is found")
    void amountChangedAfterwards() {
        ObjectNode evidence = evidence(details("approve"));
        ObjectNode both = JsonNodeFactory.instance.objectNode().put("salt", SALT);
        both.set("value", evidence);
        ObjectNode body = JsonNodeFactory.instance
                .objectNode()
                .put("approval", Sha256.text("apr_1".getBytes(StandardCharsets.UTF_8)))
                .put("action", "offer.accept")
                .put("expires_at", "2026-11-30T12:15:00Z")
                .put("confided", Sha256.text(CanonicalJson.bytes(both)));
        String bundle = bundle("approved", body, evidence);
        assertThat(verifier.verify(bundle.getBytes(StandardCharsets.UTF_8)).passed())
                .isTrue();
        assertBroken(
                verifier.verify(bundle.replace("82000", "92000").getBytes(StandardCharsets.UTF_8)),
                "an opening that is not what its entry commits to");
    }

    @Test
    @DisplayName("APR-3: an answer stands in the record as what it is, for the approval that was asked")
    void anotherAnswer() {
        ObjectNode evidence = evidence(details("decline"));
        assertBroken(verify("approved", evidence, body -> {}), "a passkey that signed the other answer");
        ObjectNode approval = evidence(details("approve"));
        assertBroken(
                verify("approved", approval, body -> body.put("approval", "another")),
                "a passkey that signed another approval_id than its entry has");
        for (String member : new String[] {"action", "expires_at", "terms_commitment"}) {
            assertBroken(
                    verify("approved", approval, body -> body.put(member, "another")),
                    "a passkey that signed another " + member + " than its entry has");
        }
        ObjectNode terms = details("approve").put("terms_commitment", "sha-256:00");
        assertBroken(
                verify("approved", evidence(terms), body -> {}),
                "a passkey that signed another terms_commitment than its entry has");
    }

    @Test
    @DisplayName("REC-4: an opened answer without a passkey's signature is none; other entries may confide anything")
    void noEvidence() {
        ObjectNode anything = JsonNodeFactory.instance.objectNode().put("price", 1);
        assertBroken(
                verify("approved", anything, body -> {}),
                "evidence with other members than details, credential and passkey");
        assertThat(verify("decided", anything, body -> {}).passed()).isTrue();
    }

    @Test
    @DisplayName("APR-3: a passkey of a site that the page was not on is found without knowing the RP id")
    void elsewhere() {
        ObjectNode evidence = authenticator.evidence(details("approve"), "webauthn.get", "evil.example", 5);
        assertBroken(verify("approved", evidence, body -> {}), "a passkey of another relying party");
        ObjectNode host = authenticator.evidence(details("approve"), "webauthn.get", "approve.shop.example", 5);
        assertThat(verify("approved", host, body -> {}).passed()).isTrue();
    }
}
