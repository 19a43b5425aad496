package dev.rctp.msgsig.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.InvalidSignature;
import dev.rctp.msgsig.InvalidSignature.Fault;
import dev.rctp.msgsig.KeyLookup;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.ResponseMessage;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.profile.GatewayProfile;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Answers and webhooks as a gateway signs them, judged by an operator. */
class SignedExchangeTest {

    private static final Instant NOW = Instant.parse("2026-09-01T12:00:00Z");
    private static final byte[] BODY = "{\"offer_id\":\"off_1\"}".getBytes(StandardCharsets.UTF_8);
    private static final URI HOOK = URI.create("https://agent.example/hooks");

    private final Cryptography cryptography = Cryptography.select();
    private final SigningKey gateway = cryptography.generate();
    private final AgentKey agent = AgentKey.generate(SignatureAlgorithm.ES256);
    private final RequestMessage request = request("https://gateway.example/offers/off_1/accept?x=1");

    private RequestMessage request(String url) {
        RequestSigner signer = new RequestSigner(
                new MessageSigner(agent.signingKey(), InstantSource.fixed(NOW)), "https://agent.example/ucp");
        URI target = URI.create(url);
        return RequestSigner.message("POST", target, signer.sign("POST", target, HttpFields.none(), new byte[0]));
    }

    private KeyLookup keys() throws Exception {
        return KeyLookup.of(new VerificationKey[] {cryptography.verificationKey(gateway.publicJwk())});
    }

    private AnswerVerdict judge(int status, HttpFields fields, byte[] body, RequestMessage sent) throws Exception {
        return new AnswerVerifier(keys(), InstantSource.fixed(NOW.plusSeconds(5))).verify(status, fields, body, sent);
    }

    private HttpFields answer(RequestMessage answered) {
        HttpFields fields = HttpFields.of(
                "content-type",
                "application/json",
                "content-digest",
                ContentDigest.of(BODY),
                "rctp-decision",
                "auto",
                "rctp-record",
                "\"negotiation/neg_1\";seq=3;hash=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=:");
        ResponseMessage response = new ResponseMessage(200, fields);
        var signature = new MessageSigner(gateway, InstantSource.fixed(NOW))
                .signResponse(response, answered, CoveredComponents.ofAnswer(response, answered, true));
        return fields.toBuilder()
                .add("signature-input", signature.signatureInput())
                .add("signature", signature.signature())
                .build();
    }

    private static void assertUnproven(AnswerVerdict verdict, Fault fault) {
        assertThat(verdict)
                .isInstanceOfSatisfying(
                        AnswerVerdict.Unproven.class,
                        unproven -> assertThat(unproven.fault()).isEqualTo(fault));
    }

    @Test
    @DisplayName("RSP-1, DEC-6: a proven answer gives its status, body, decision and receipt")
    void proven() throws Exception {
        assertThat(judge(200, answer(request), BODY, request)).isInstanceOfSatisfying(ProvenAnswer.class, proven -> {
            assertThat(proven.status()).isEqualTo(200);
            assertThat(proven.body()).isEqualTo(BODY);
            assertThat(proven.keyId()).isEqualTo(gateway.thumbprint());
            assertThat(proven.decision()).contains(new DecisionField.Auto());
            assertThat(proven.receipt()).contains(new Receipt("negotiation", "neg_1", 3, "sha-256:" + "0".repeat(64)));
        });
    }

    @Test
    @DisplayName("RSP-1: an answer to another request, even to the same call signed again, proves nothing")
    void bound() throws Exception {
        HttpFields fields = answer(request);
        assertUnproven(
                judge(200, fields, BODY, request("https://gateway.example/offers/off_2/accept?x=1")), Fault.WRONG);
        assertUnproven(
                judge(200, fields, BODY, request("https://gateway.example/offers/off_1/accept?x=1")), Fault.WRONG);
        assertUnproven(judge(200, fields, BODY, request("https://other.example/offers/off_1/accept?x=1")), Fault.WRONG);
    }

    @Test
    @DisplayName(
            "RSP-1: a changed status, decision, receipt or body, a missing or old signature, another key: unproven")
    void altered() throws Exception {
        HttpFields fields = answer(request);
        assertUnproven(judge(201, fields, BODY, request), Fault.WRONG);
        HttpFields decision = fields.toBuilder().set("rctp-decision", "ask").build();
        assertUnproven(judge(200, decision, BODY, request), Fault.WRONG);
        HttpFields receipt = fields.toBuilder().remove("rctp-record").build();
        assertUnproven(judge(200, receipt, BODY, request), Fault.MALFORMED);
        assertUnproven(judge(200, fields, "{}".getBytes(StandardCharsets.UTF_8), request), Fault.DIGEST_MISMATCH);
        assertUnproven(judge(200, fields.toBuilder().remove("signature").build(), BODY, request), Fault.MALFORMED);
        assertUnproven(judge(200, HttpFields.none(), new byte[0], request), Fault.MISSING);

        AnswerVerdict late = new AnswerVerifier(keys(), InstantSource.fixed(NOW.plusSeconds(400)))
                .verify(200, fields, BODY, request);
        assertUnproven(late, Fault.OUT_OF_TIME);
        AnswerVerdict stranger =
                new AnswerVerifier(keyId -> null, InstantSource.fixed(NOW)).verify(200, fields, BODY, request);
        assertUnproven(stranger, Fault.KEY_UNKNOWN);
    }

    private HttpFields webhook(List<String> left) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        HttpFields.of(
                        "content-type",
                        "application/json",
                        "content-digest",
                        ContentDigest.of(BODY),
                        "ucp-agent",
                        "profile=\"https://gateway.example/.well-known/ucp\"",
                        "webhook-id",
                        "whk_1",
                        "webhook-timestamp",
                        "1788264000")
                .lines()
                .forEach(line -> fields.add(line.name(), line.value()));
        left.forEach(fields::remove);
        RequestMessage message = RequestSigner.message("POST", HOOK, fields.build());
        var signature = new MessageSigner(gateway, InstantSource.fixed(NOW))
                .signRequest(message, CoveredComponents.ofRequest(message, true));
        return fields.add("signature-input", signature.signatureInput())
                .add("signature", signature.signature())
                .build();
    }

    private WebhookVerdict judge(URI address, HttpFields fields) throws Exception {
        return new WebhookVerifier(keys(), address, InstantSource.fixed(NOW.plusSeconds(5))).verify(fields, BODY);
    }

    @Test
    @DisplayName("WHK-1: a webhook that the gateway signed for this address is proven, with its id")
    void webhookProven() throws Exception {
        assertThat(judge(HOOK, webhook(List.of()))).isInstanceOfSatisfying(ProvenWebhook.class, proven -> {
            assertThat(proven.id()).isEqualTo("whk_1");
            assertThat(proven.body()).isEqualTo(BODY);
        });
    }

    @Test
    @DisplayName("WHK-1: for another address, without webhook-id or webhook-timestamp, or with another one: unproven")
    void webhookUnproven() throws Exception {
        List<WebhookVerdict> verdicts = new ArrayList<>();
        verdicts.add(judge(URI.create("https://agent.example/other"), webhook(List.of())));
        verdicts.add(judge(HOOK, webhook(List.of("webhook-id"))));
        verdicts.add(judge(HOOK, webhook(List.of("webhook-timestamp"))));
        verdicts.add(judge(
                HOOK, webhook(List.of()).toBuilder().set("webhook-id", "whk_2").build()));
        // what was added on the way is outside the signature
        verdicts.add(judge(
                HOOK,
                webhook(List.of("webhook-id")).toBuilder()
                        .add("webhook-id", "whk_2")
                        .build()));

        assertThat(verdicts)
                .extracting(verdict -> ((WebhookVerdict.Unproven) verdict).fault())
                .containsExactly(
                        InvalidSignature.Fault.WRONG,
                        Fault.COVERAGE_INSUFFICIENT,
                        Fault.COVERAGE_INSUFFICIENT,
                        Fault.WRONG,
                        Fault.COVERAGE_INSUFFICIENT);
    }

    @Test
    @DisplayName("DEC-2: the decision field is read as what it says, and nothing else is a decision")
    void decisions() {
        assertThat(DecisionField.parse("ask;approval_id=\"apr_1\";expires_in=899;on_timeout=deny"))
                .contains(new DecisionField.Ask("apr_1", Duration.ofSeconds(899)));
        assertThat(DecisionField.parse("forbid;action=\"offer.accept\";reason=below_floor"))
                .contains(new DecisionField.Forbid("offer.accept", "below_floor"));
        for (String none :
                List.of("", "\"auto\"", "allow", "ask", "ask;approval_id=apr_1;expires_in=900", "forbid", "auto,")) {
            assertThat(DecisionField.parse(none)).as(none).isEmpty();
        }
    }

    @Test
    @DisplayName("DEC-6: the receipt field is read as what it says, and nothing else is a receipt")
    void receipts() {
        String hash = "hash=:" + "A".repeat(43) + "=:";
        for (String none : List.of(
                "",
                "\"listing\";seq=1;" + hash,
                "\"listing/\";seq=1;" + hash,
                "\"/l\";seq=1;" + hash,
                "\"listing/l\";seq=0;" + hash,
                "\"listing/l\";seq=-1;" + hash,
                "\"listing/l\";seq=1",
                "\"listing/l\";seq=1;hash=:AA==:",
                "\"listing/l\";seq=1;hash=:" + "A".repeat(44) + ":",
                "listing;seq=1;" + hash)) {
            assertThat(Receipt.parse(none)).as(none).isEmpty();
        }
        assertThat(Receipt.parse("\"listing/l_1\";seq=7;" + hash)
                        .orElseThrow()
                        .toJson()
                        .toString())
                .isEqualTo("{\"subject\":{\"type\":\"listing\",\"id\":\"l_1\"},\"seq\":7,\"hash\":\"sha-256:"
                        + "0".repeat(64) + "\"}");
    }

    @Test
    @DisplayName("DIS-1: gateway keys come from https or a loopback host alone")
    void insecureProfile() {
        assertThatThrownBy(() -> GatewayProfile.fetch(URI.create("http://gateway.example/ucp")))
                .hasMessageContaining("https");
    }
}
