package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.MadeChain;
import dev.rctp.attest.TestKey;
import dev.rctp.attest.verify.RecordReport.Answers;
import dev.rctp.attest.verify.RecordReport.Integrity;
import dev.rctp.attest.verify.RecordReport.Unjudged;
import dev.rctp.attest.verify.RecordReport.Want;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What of a question, and of the call that follows it, is confided because it is about a person: open, and erased (REC-4, REC-6). */
class ConfidedQuestionTest {

    private static final String SALT = "c2FsdHNhbHRzYWx0c2FsdA";
    private static final Instant ASKED = Instant.parse("2026-11-30T12:00:00Z");
    private static final String APPROVAL = Sha256.text("apr_1".getBytes(StandardCharsets.UTF_8));
    private static final int QUESTION = 2;
    private static final int ANSWER = 3;
    private static final int CALL = 4;

    private final RecordVerifier verifier = new RecordVerifier(Registries.load());
    private final TestKey key = TestKey.generate();
    private final PasskeyEvidenceTest.Authenticator passkey = PasskeyEvidenceTest.Authenticator.es256();

    ConfidedQuestionTest() throws GeneralSecurityException {}

    private static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    private static ObjectNode confiding(ObjectNode shown, ObjectNode value) {
        ObjectNode both = object().put("salt", SALT);
        both.set("value", value);
        return shown.put("side", "seller").put("confided", Sha256.text(CanonicalJson.bytes(both)));
    }

    /** What question, answer and call have in common. */
    private static ObjectNode shown() {
        return object().put("action", "listing.answer_buyer")
                .put("caller", "jkt_1")
                .put("agent_id", "agent_1")
                .put("operator", "https://agents.example/profile")
                .put("approval", APPROVAL);
    }

    private static ObjectNode personal(String seller) {
        return object().put("seller", seller)
                .put("payload_digest", "sha-256:44")
                .put("request_digest", "sha-256:44")
                .put("display_digest", "sha-256:33");
    }

    private ObjectNode evidence() {
        ObjectNode details = object().put("type", "dev.rctp.approval")
                .put("approval_id", "apr_1")
                .put("action", "listing.answer_buyer")
                .put("agent_id", "agent_1")
                .put("agent_jkt", "jkt_1")
                .put("operator", "https://agents.example/profile")
                .put("seller", "S1")
                .put("request_digest", "sha-256:44")
                .put("display_digest", "sha-256:33")
                .put("decision", "approve")
                .put("expires_at", "2026-11-30T12:15:00Z")
                .put("nonce", "AAAAAAAAAAAAAAAAAAAAAA");
        return passkey.evidence(details, "webauthn.get", "shop.example", 5);
    }

    /** A question to {@code asked}, S1's yes, and the call in the name of {@code called}, with these openings. */
    private RecordReport verify(String asked, ObjectNode evidence, String called, Map<Integer, ObjectNode> openings) {
        ObjectNode question =
                confiding(shown().put("decision", "ask").put("expires_at", "2026-11-30T12:15:00Z"), personal(asked));
        ObjectNode answer = confiding(object().put("approval", APPROVAL).put("decision", "approve"), evidence);
        ObjectNode call = confiding(shown().put("decision", "auto").put("intent", "int_1"), called(called));
        byte[] bundle = MadeChain.of(1, key)
                .at(ASKED)
                .append("decided", question, key)
                .append("approved", answer, key)
                .append("decided", call, key)
                .bundle(key);
        String opened = openings.entrySet().stream()
                .map(opening -> "{\"seq\":" + opening.getKey() + ",\"path\":\"/body/confided\",\"salt\":\"" + SALT
                        + "\",\"value\":" + opening.getValue() + "}")
                .collect(Collectors.joining(","));
        return verifier.verify(new String(bundle, StandardCharsets.UTF_8)
                .replace("\"openings\":[]", "\"openings\":[" + opened + "]")
                .getBytes(StandardCharsets.UTF_8));
    }

    private static ObjectNode called(String seller) {
        return object().put("seller", seller).put("payload_digest", "sha-256:44");
    }

    @Test
    @DisplayName("REC-4: with all openings the passkey is held against the whole question, and the call against it")
    void open() {
        ObjectNode evidence = evidence();
        RecordReport report =
                verify("S1", evidence, "S1", Map.of(QUESTION, personal("S1"), ANSWER, evidence, CALL, called("S1")));
        assertThat(report.passed()).isTrue();
        assertThat(report.answers()).isEqualTo(new Answers(1, List.of()));
    }

    @Test
    @DisplayName(
            "REC-4, B59: another seller's question, and a call in another's name, are found out where they are open")
    void others() {
        ObjectNode evidence = evidence();
        assertThat(verify("S2", evidence, "S2", Map.of(QUESTION, personal("S2"), ANSWER, evidence))
                        .integrity())
                .isEqualTo(new Integrity.Broken(2, ANSWER, "a passkey that signed another seller than was asked"));
        assertThat(verify("S1", evidence, "S2", Map.of(QUESTION, personal("S1"), ANSWER, evidence, CALL, called("S2")))
                        .integrity())
                .isEqualTo(new Integrity.Broken(3, CALL, "another call than its seller approved"));
    }

    @Test
    @DisplayName("REC-6: erased, the chain is as sound as before, and its answers are named as not judged")
    void erased() {
        ObjectNode evidence = evidence();
        RecordReport nothing = verify("S1", evidence, "S1", Map.of());
        assertThat(nothing.passed()).isTrue();
        assertThat(nothing.answers()).isEqualTo(new Answers(0, List.of(new Unjudged(ANSWER, Want.SIGNATURE))));
        RecordReport part = verify("S1", evidence, "S1", Map.of(ANSWER, evidence));
        assertThat(part.passed()).isTrue();
        assertThat(part.answers()).isEqualTo(new Answers(0, List.of(new Unjudged(ANSWER, Want.QUESTION))));
    }

    @Test
    @DisplayName("REC-6: what an entry shows can't be told otherwise by what it confides")
    void shownFirst() {
        ObjectNode evidence = evidence();
        ObjectNode twisted = personal("S1").put("action", "offer.accept");
        ObjectNode question =
                confiding(shown().put("decision", "ask").put("expires_at", "2026-11-30T12:15:00Z"), twisted);
        ObjectNode answer = confiding(object().put("approval", APPROVAL).put("decision", "approve"), evidence);
        byte[] bundle = MadeChain.of(1, key)
                .at(ASKED)
                .append("decided", question, key)
                .append("approved", answer, key)
                .bundle(key);
        String opened = new String(bundle, StandardCharsets.UTF_8)
                .replace(
                        "\"openings\":[]",
                        "\"openings\":[{\"seq\":2,\"path\":\"/body/confided\",\"salt\":\"" + SALT + "\",\"value\":"
                                + twisted
                                + "},{\"seq\":3,\"path\":\"/body/confided\",\"salt\":\"" + SALT + "\",\"value\":"
                                + evidence
                                + "}]");
        assertThat(verifier.verify(opened.getBytes(StandardCharsets.UTF_8)).passed())
                .isTrue();
    }
}
