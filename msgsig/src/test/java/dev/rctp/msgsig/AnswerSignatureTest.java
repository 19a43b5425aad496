package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("RSP-1: a governed answer is bound to its request")
class AnswerSignatureTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_790_000_000L));
    private static final byte[] BODY = "{\"id\":\"l_1\"}".getBytes(StandardCharsets.UTF_8);

    private final Cryptography cryptography = Cryptography.select();
    private final SigningKey gateway = cryptography.generate();
    private final MessageSigner agent = new MessageSigner(cryptography.generate(), CLOCK);
    private final MessageSigner signer = new MessageSigner(gateway, CLOCK);
    private final RequestMessage request = signedRequest("/listings/l_1/answers", "a=1");

    private RequestMessage signedRequest(String path, @Nullable String query) {
        HttpFields fields =
                HttpFields.of("ucp-agent", "profile=\"https://agent.example/p\"", "authorization", "Bearer t");
        RequestMessage unsigned = new RequestMessage("POST", "https", "gateway.example", path, query, fields);
        SignatureFields signature = agent.signRequest(unsigned, CoveredComponents.ofRequest(unsigned, false));
        return new RequestMessage("POST", "https", "gateway.example", path, query, signature.addTo(fields));
    }

    private ResponseMessage answer(RequestMessage to) {
        HttpFields fields = HttpFields.of(
                "content-type",
                "application/json",
                "content-digest",
                ContentDigest.of(BODY),
                "rctp-decision",
                "auto",
                "rctp-record",
                "\"listing/l_1\";seq=2;hash=:AAAA:");
        ResponseMessage unsigned = new ResponseMessage(200, fields);
        List<String> components = CoveredComponents.ofAnswer(unsigned, to, true);
        return new ResponseMessage(
                200, signer.signResponse(unsigned, to, components).addTo(fields));
    }

    private SignatureVerdict verdict(ResponseMessage response, RequestMessage to) throws MalformedKeyException {
        KeyLookup keys = KeyLookup.of(cryptography.verificationKey(gateway.publicJwk()));
        return new ResponseVerifier(keys, Freshness.STRICT, CLOCK).verify(response, BODY, to);
    }

    private @Nullable Fault fault(ResponseMessage response, RequestMessage to) throws MalformedKeyException {
        return verdict(response, to) instanceof InvalidSignature invalid ? invalid.fault() : null;
    }

    @Test
    @DisplayName("it covers the answer and, with req, the request and its signature")
    void coverage() {
        assertThat(CoveredComponents.ofAnswer(answer(request), request, true))
                .containsExactly(
                        "\"@status\"",
                        "\"content-digest\"",
                        "\"content-type\"",
                        "\"rctp-decision\"",
                        "\"rctp-record\"",
                        "\"@method\";req",
                        "\"@authority\";req",
                        "\"@path\";req",
                        "\"@query\";req",
                        "\"signature\";key=\"sig1\";req");
    }

    @Test
    @DisplayName("RSP-3: what the request lacks is left out")
    void unsignedRequest() throws MalformedKeyException {
        RequestMessage bare = new RequestMessage("GET", "https", "gateway.example", "/x", null, HttpFields.none());
        assertThat(CoveredComponents.ofAnswer(answer(bare), bare, false))
                .containsExactly(
                        "\"@status\"",
                        "\"rctp-decision\"",
                        "\"rctp-record\"",
                        "\"@method\";req",
                        "\"@authority\";req",
                        "\"@path\";req");
        assertThat(fault(answer(bare), bare)).isNull();
    }

    @Test
    void verifiesForItsRequest() throws MalformedKeyException {
        assertThat(verdict(answer(request), request)).isInstanceOf(ValidSignature.class);
    }

    @Test
    @DisplayName("no intermediary can give it to another request")
    void swapped() throws MalformedKeyException {
        ResponseMessage answer = answer(request);
        assertThat(fault(answer, signedRequest("/listings/l_2/answers", "a=1"))).isEqualTo(Fault.WRONG);
        assertThat(fault(answer, signedRequest("/listings/l_1/answers", "a=2"))).isEqualTo(Fault.WRONG);
        assertThat(fault(answer, signedRequest("/listings/l_1/answers", "a=1"))).isEqualTo(Fault.WRONG);
    }

    @Test
    @DisplayName("nor change or drop what it says")
    void changed() throws MalformedKeyException {
        ResponseMessage answer = answer(request);
        for (String name : List.of("rctp-decision", "rctp-record", "content-type")) {
            HttpFields.Builder fields = answer.fields().toBuilder();
            assertThat(fault(new ResponseMessage(200, fields.set(name, "x").build()), request))
                    .isEqualTo(Fault.WRONG);
            assertThat(fault(new ResponseMessage(200, fields.remove(name).build()), request))
                    .isEqualTo(Fault.MALFORMED);
        }
        assertThat(fault(new ResponseMessage(202, answer.fields()), request)).isEqualTo(Fault.WRONG);
    }

    @Test
    @DisplayName("the signer refuses components that the message lacks, or that are malformed")
    void signerRefuses() {
        ResponseMessage response = new ResponseMessage(200, HttpFields.none());
        for (String component : List.of("\"content-type\"", "\"@method\"", "@status", "\"x\";req", "\"@status\";req")) {
            assertThatThrownBy(() -> signer.signResponse(response, request, List.of(component)))
                    .as(component)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> signer.signRequest(request, List.of("\"@path\"", "\"@path\"")))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
