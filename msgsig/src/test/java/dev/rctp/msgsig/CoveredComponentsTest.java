package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("SIG-2, PRX-6, WHK-1: what a request's signature covers")
class CoveredComponentsTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_790_000_000L));

    private static RequestMessage request(HttpFields fields) {
        return new RequestMessage("POST", "https", "shop.example", "/listings", null, fields);
    }

    @Test
    @DisplayName("SIG-2: the fields of SIG-2 whenever present, the body's digest and type, the query")
    void agent() {
        HttpFields fields = HttpFields.of(
                "UCP-Agent", "a", "Idempotency-Key", "b", "Signature-Agent", "c", "Authorization", "d", "X-Other", "e");
        RequestMessage withQuery = new RequestMessage("POST", "https", "shop.example", "/listings", "q", fields);
        assertThat(CoveredComponents.ofRequest(withQuery, true))
                .containsExactly(
                        "\"@method\"",
                        "\"@authority\"",
                        "\"@path\"",
                        "\"@query\"",
                        "\"content-digest\"",
                        "\"content-type\"",
                        "\"authorization\"",
                        "\"idempotency-key\"",
                        "\"signature-agent\"",
                        "\"ucp-agent\"");
        assertThat(CoveredComponents.ofRequest(request(HttpFields.none()), false))
                .containsExactly("\"@method\"", "\"@authority\"", "\"@path\"");
    }

    @Test
    @DisplayName("PRX-6: every rctp- field, once; a marketplace refuses a request with one that is not covered")
    void upstream() throws MalformedKeyException {
        Cryptography cryptography = Cryptography.select();
        SigningKey gateway = cryptography.generate();
        HttpFields fields = HttpFields.of("RCTP-Decision", "auto", "RCTP-Seller", "s1", "RCTP-Decision", "auto");
        RequestMessage request = request(fields);
        assertThat(CoveredComponents.ofRequest(request, false))
                .containsOnlyOnce("\"rctp-decision\"", "\"rctp-seller\"");
        SignatureFields signature =
                new MessageSigner(gateway, CLOCK).signRequest(request, CoveredComponents.ofRequest(request, false));
        RequestVerifier marketplace = new RequestVerifier(
                KeyLookup.of(cryptography.verificationKey(gateway.publicJwk())), Freshness.STRICT, CLOCK);
        HttpFields signed = signature.addTo(fields);
        assertThat(marketplace.verify(request(signed), new byte[0])).isInstanceOf(ValidSignature.class);
        HttpFields added = signed.toBuilder().add("RCTP-Deal", "dea_1").build();
        assertThat(marketplace.verify(request(added), new byte[0]))
                .isInstanceOfSatisfying(
                        InvalidSignature.class,
                        invalid -> assertThat(invalid.fault()).isEqualTo(Fault.COVERAGE_INSUFFICIENT));
    }

    @Test
    @DisplayName("B14: a webhook's id and time are covered, so that neither can be changed")
    void webhook() {
        HttpFields fields = HttpFields.of("webhook-id", "1", "webhook-timestamp", "2", "ucp-agent", "a");
        assertThat(CoveredComponents.ofRequest(request(fields), true))
                .contains(
                        "\"webhook-id\"",
                        "\"webhook-timestamp\"",
                        "\"ucp-agent\"",
                        "\"content-digest\"",
                        "\"content-type\"");
    }
}
