package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RFC 9421 3.1: a signature of any message")
class SignatureDraftTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_790_000_000L);
    private static final HmacKey KEY = new HmacKey(new byte[32]);
    private static final RequestMessage REQUEST =
            new RequestMessage("GET", "https", "shop.example", "/a", "q=1", HttpFields.of("x", "1"));

    private static SignatureDraft draft() {
        return SignatureDraft.labelled("sig1").covering("\"@method\"").created(NOW);
    }

    @Test
    @DisplayName("2.3: all parameters, in the order given; alg is always the key's (B10, B16)")
    void parameters() {
        SignatureFields fields = SignatureDraft.labelled("a-1.b*")
                .covering("\"@query-param\";name=\"q\"", "\"x\";bs")
                .tag("t")
                .nonce("n\"1")
                .keyId("k")
                .alg()
                .expires(NOW.plusSeconds(60))
                .created(NOW)
                .sign(REQUEST, KEY);
        assertThat(fields.signatureInput())
                .isEqualTo("a-1.b*=(\"@query-param\";name=\"q\" \"x\";bs);tag=\"t\";nonce=\"n\\\"1\";keyid=\"k\""
                        + ";alg=\"hmac-sha256\";expires=1790000060;created=1790000000");
        assertThat(fields.signature()).startsWith("a-1.b*=:").endsWith(":");
    }

    @Test
    @DisplayName("a draft is not changed by what is made of it")
    void immutable() {
        SignatureDraft draft = draft();
        String before = draft.sign(REQUEST, KEY).signatureInput();
        draft.covering("\"x\"").nonce("n").tag("t").alg().keyId("k").expires(NOW.plusSeconds(1));
        assertThat(draft.sign(REQUEST, KEY).signatureInput()).isEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Sig", "1", "a b", "a=", "a,b"})
    @DisplayName("4.1: a label is a key of a Dictionary")
    void label(String label) {
        assertThatThrownBy(() -> SignatureDraft.labelled(label)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("a control character can't get into a parameter")
    void parameterText() {
        for (String text : new String[] {"a\nb", "a\u0000", "\u00e9"}) {
            assertThatThrownBy(() -> draft().nonce(text)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> draft().keyId(text)).isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> draft().tag(text)).isInstanceOf(IllegalArgumentException.class);
        }
    }

    @Test
    @DisplayName("B7, B11: a component twice or not there, and an end before the beginning, are not signed")
    void refuses() {
        for (SignatureDraft bad : new SignatureDraft[] {
            draft().covering("\"@method\""),
            draft().covering("\"absent\""),
            draft().covering("\"@status\""),
            draft().covering("\"@path\";req"),
            draft().covering("\"x\";tr"),
            draft().covering("\"@query-param\";name=\"absent\""),
            draft().expires(NOW)
        }) {
            assertThatThrownBy(() -> bad.sign(REQUEST, KEY)).isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> draft().covering("@method")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    @DisplayName("4.3: a signature stands beside others, and never under a label that is taken (B8)")
    void beside() throws MalformedSignatureException {
        HttpFields one = draft().sign(REQUEST, KEY).addBeside(REQUEST.fields());
        HttpFields two = SignatureDraft.labelled("proxy")
                .covering("\"signature\";key=\"sig1\"")
                .sign(REQUEST.withFields(one), KEY)
                .addBeside(one);
        assertThat(ReceivedSignature.labels(two)).containsExactly("sig1", "proxy");
        assertThatThrownBy(() -> draft().sign(REQUEST, KEY).addBeside(two))
                .isInstanceOf(IllegalArgumentException.class);
        assertThat(ReceivedSignature.labels(draft().sign(REQUEST, KEY).addTo(two)))
                .containsExactly("sig1");
        HttpFields broken = HttpFields.of("signature-input", "sig2=(\"@method\")");
        assertThatThrownBy(() -> draft().sign(REQUEST, KEY).addBeside(broken))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
