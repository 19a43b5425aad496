package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("RFC 9421 3.2: the signatures of any message")
class MessageVerifierTest {

    private static final Instant NOW = Instant.ofEpochSecond(1_790_000_000L);
    private static final byte[] BODY = "{\"quantity\":1}".getBytes(StandardCharsets.UTF_8);
    private static final byte[] NONE = new byte[0];
    private static final HmacKey KEY = new HmacKey(new byte[32]);
    private static final SignatureRules RULES = SignatureRules.of("sig1", Freshness.STRICT, "\"@method\"");

    private final MessageVerifier verifier = new MessageVerifier(MessageKeys.of("k", KEY), InstantSource.fixed(NOW));

    private static RequestMessage request(String... fields) {
        return new RequestMessage("POST", "https", "shop.example", "/a", "q=1", HttpFields.of(fields));
    }

    private static SignatureDraft draft(String... components) {
        return SignatureDraft.labelled("sig1").covering(components).created(NOW).keyId("k");
    }

    private static RequestMessage signed(RequestMessage request, SignatureDraft draft) {
        return request.withFields(draft.sign(request, KEY).addBeside(request.fields()));
    }

    private @Nullable Fault fault(HttpMessage message, byte[] body, SignatureRules rules) {
        return verifier.verify(message, body, rules) instanceof InvalidSignature invalid ? invalid.fault() : null;
    }

    private static String sha512(byte[] body) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-512").digest(body);
            return "sha-512=:" + Base64.getEncoder().encodeToString(hash) + ":";
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @DisplayName("B1: what the rules ask for must be covered, exactly so")
    void coverage() {
        assertThat(fault(signed(request(), draft("\"@method\"")), NONE, RULES)).isNull();
        assertThat(fault(signed(request(), draft("\"@path\"")), NONE, RULES)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
        assertThat(fault(signed(request(), draft()), NONE, RULES)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
        SignatureRules field = SignatureRules.of("sig1", Freshness.STRICT, "\"priority\"");
        RequestMessage request = request("priority", "u=1");
        assertThat(fault(signed(request, draft("\"priority\"")), NONE, field)).isNull();
        assertThat(fault(signed(request, draft("\"priority\";key=\"u\"")), NONE, field))
                .isEqualTo(Fault.COVERAGE_INSUFFICIENT);
    }

    @Test
    @DisplayName("B1: a trailer is not the header field of the same name, nor a parameter the query")
    void trailerIsNotHeader() {
        RequestMessage request = request("x", "header").withTrailers(HttpFields.of("x", "trailer"));
        SignatureRules header = SignatureRules.of("sig1", Freshness.STRICT, "\"x\"");
        SignatureRules trailer = SignatureRules.of("sig1", Freshness.STRICT, "\"x\";tr");
        assertThat(fault(signed(request, draft("\"x\";tr")), NONE, header)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
        assertThat(fault(signed(request, draft("\"x\"")), NONE, trailer)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
        RequestMessage both = signed(request, draft("\"x\"", "\"x\";tr"));
        assertThat(fault(both, NONE, trailer)).isNull();
        assertThat(fault(both.withTrailers(HttpFields.of("x", "other")), NONE, trailer))
                .isEqualTo(Fault.WRONG);
        assertThat(fault(both.withTrailers(HttpFields.none()), NONE, trailer)).isEqualTo(Fault.MALFORMED);
        SignatureRules query = SignatureRules.of("sig1", Freshness.STRICT, "\"@query\"");
        assertThat(fault(signed(request, draft("\"@query-param\";name=\"q\"")), NONE, query))
                .isEqualTo(Fault.COVERAGE_INSUFFICIENT);
    }

    @Test
    @DisplayName("2.1.4, 2.4: trailers of a response and, with req, of its request")
    void trailersOfBoth() {
        RequestMessage request = request().withTrailers(HttpFields.of("x", "of the request"));
        ResponseMessage response =
                new ResponseMessage(200, HttpFields.none()).withTrailers(HttpFields.of("x", "of the response"));
        SignatureDraft draft = draft("\"x\";tr", "\"x\";tr;req", "\"@status\"", "\"@query-param\";req;name=\"q\"");
        SignatureRules rules = SignatureRules.of("sig1", Freshness.STRICT, "\"x\";req;tr", "\"@status\"");
        ResponseMessage signed =
                response.withFields(draft.sign(response.to(request), KEY).addBeside(response.fields()));
        assertThat(fault(signed.to(request), NONE, rules)).isNull();
        assertThat(fault(signed.to(request.withTrailers(HttpFields.of("x", "other"))), NONE, rules))
                .isEqualTo(Fault.WRONG);
        assertThat(fault(signed.withTrailers(HttpFields.of("x", "other")).to(request), NONE, rules))
                .isEqualTo(Fault.WRONG);
        assertThat(fault(signed, NONE, rules)).isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("B2: a body needs a covered digest, by sha-256 or sha-512, and the digest must be its own")
    void body() {
        RequestMessage bare = signed(request(), draft("\"@method\""));
        assertThat(fault(bare, BODY, RULES)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
        assertThat(fault(bare, BODY, RULES.withBody(SignatureRules.Body.MAY_BE_UNCOVERED)))
                .isNull();
        for (String digest : new String[] {ContentDigest.of(BODY), sha512(BODY)}) {
            RequestMessage request = request("content-digest", digest);
            RequestMessage good = signed(request, draft("\"@method\"", "\"content-digest\""));
            assertThat(fault(good, BODY, RULES)).isNull();
            assertThat(fault(good, NONE, RULES)).isEqualTo(Fault.DIGEST_MISMATCH);
            RequestMessage uncovered = signed(request, draft("\"@method\""));
            assertThat(fault(uncovered, BODY, RULES)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
            assertThat(fault(uncovered, NONE, RULES.withBody(SignatureRules.Body.MAY_BE_UNCOVERED)))
                    .isEqualTo(Fault.DIGEST_MISMATCH);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"md5=:AAAA:", "sha-256=1", "sha-256", "sha-256=:AAAA:", "sha-512=:AAAA:, "})
    @DisplayName("B2: a digest that can't be looked at, or one wrong beside a right one, is no digest")
    void badDigest(String digest) {
        for (String field :
                new String[] {digest, digest.startsWith("sha-256") ? sha512(BODY) + "," + digest : digest}) {
            RequestMessage request = request("content-digest", field);
            assertThat(fault(signed(request, draft("\"@method\"", "\"content-digest\"")), BODY, RULES))
                    .isEqualTo(Fault.DIGEST_MISMATCH);
        }
    }

    @Test
    @DisplayName("B2: a digest in the trailers covers the body too, and is checked")
    void digestInTrailers() {
        RequestMessage request = request().withTrailers(HttpFields.of("content-digest", ContentDigest.of(BODY)));
        RequestMessage signed = signed(request, draft("\"@method\"", "\"content-digest\";tr"));
        assertThat(fault(signed, BODY, RULES)).isNull();
        assertThat(fault(signed, "{}".getBytes(StandardCharsets.UTF_8), RULES)).isEqualTo(Fault.DIGEST_MISMATCH);
    }

    @ParameterizedTest
    @CsvSource(
            nullValues = "none",
            value = {"none,none,true", "none,app,false", "app,app,true", "app,none,false", "app,other,false"})
    @DisplayName("7.2.7: a signature is for the application that its tag names, or for none")
    void tags(@Nullable String asked, @Nullable String sent, boolean good) {
        SignatureRules rules = asked == null ? RULES : RULES.forTag(asked);
        SignatureDraft draft =
                sent == null ? draft("\"@method\"") : draft("\"@method\"").tag(sent);
        assertThat(fault(signed(request(), draft), NONE, rules)).isEqualTo(good ? null : Fault.MISSING);
    }

    @Test
    @DisplayName("4.3: of several signatures each is judged by its own rules and keys")
    void labels() {
        HmacKey proxyKey = new HmacKey("a secret of the proxy, long enough".getBytes(StandardCharsets.UTF_8));
        RequestMessage client = signed(request(), draft("\"@method\"", "\"@authority\""));
        RequestMessage forwarded = new RequestMessage(
                "POST",
                "https",
                "inside.example",
                "/a",
                "q=1",
                client.fields().toBuilder().add("via", "p").build());
        RequestMessage both = forwarded.withFields(SignatureDraft.labelled("proxy")
                .covering("\"@authority\"", "\"via\"", "\"signature\";key=\"sig1\"")
                .created(NOW)
                .keyId("p")
                .sign(forwarded, proxyKey)
                .addBeside(forwarded.fields()));
        MessageVerifier inside = new MessageVerifier(MessageKeys.of("p", proxyKey), InstantSource.fixed(NOW));
        SignatureRules rules = SignatureRules.of("proxy", Freshness.STRICT, "\"signature\";key=\"sig1\"");
        assertThat(inside.verify(both, NONE, rules)).isInstanceOf(ValidSignature.class);
        assertThat(fault(both, NONE, RULES)).isEqualTo(Fault.WRONG);
        assertThat(fault(both, NONE, rules)).isEqualTo(Fault.KEY_UNKNOWN);
        assertThat(fault(both, NONE, SignatureRules.of("other", Freshness.STRICT)))
                .isEqualTo(Fault.MISSING);
    }

    @Test
    @DisplayName("4.1, 4.2: a signature in the trailers counts, but not one that is in the header too (B8)")
    void signatureInTrailers() {
        RequestMessage request = request();
        HttpFields fields = draft("\"@method\"").sign(request, KEY).addTo(HttpFields.none());
        assertThat(fault(request.withTrailers(fields), NONE, RULES)).isNull();
        assertThat(fault(request.withFields(fields).withTrailers(fields), NONE, RULES))
                .isEqualTo(Fault.MALFORMED);
        HttpFields signature =
                HttpFields.of("signature", fields.combined("signature").orElseThrow());
        HttpFields input = fields.toBuilder().remove("signature").build();
        assertThat(fault(request.withFields(input).withTrailers(signature), NONE, RULES))
                .isNull();
        assertThat(fault(request.withFields(input), NONE, RULES)).isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("B8: sf of a field with a key twice is refused: two fields would have one value")
    void strictDuplicates() {
        RequestMessage good = signed(request("priority", "u=1"), draft("\"@method\"", "\"priority\";sf"));
        assertThat(fault(good, NONE, RULES)).isNull();
        RequestMessage doubled = good.withFields(
                good.fields().toBuilder().set("priority", "u=2, u=1").build());
        assertThat(fault(doubled, NONE, RULES)).isEqualTo(Fault.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"q=1&q=2", "q=1&%71=2", "p=%FF&q=1", "q=1&q", "q=1;q=2", ""})
    @DisplayName(
            "2.2.8: a parameter that is there twice in any spelling, not there, or in a query that is no UTF-8, is refused")
    void ambiguousParameter(String query) {
        RequestMessage good = signed(request(), draft("\"@method\"", "\"@query-param\";name=\"q\""));
        RequestMessage other = new RequestMessage("POST", "https", "shop.example", "/a", query, good.fields());
        assertThat(fault(good, NONE, RULES)).isNull();
        assertThat(fault(other, NONE, RULES)).isEqualTo(query.contains(";") ? Fault.WRONG : Fault.MALFORMED);
    }

    @ParameterizedTest
    @CsvSource({
        "a=1+%2B~*,a,1%20%2B%7E*",
        "'n=x y','n','x%20y'",
        "n=100%,n,100%25",
        "n=%e4%b8%ad,n,%E4%B8%AD",
        "&&n=1&,n,1",
        "n,n,''",
        "=1,'',1"
    })
    @DisplayName("2.2.8: values are decoded as a form's and encoded in one way")
    void parameterValues(String query, String name, @Nullable String value) throws MalformedSignatureException {
        assertThat(QueryParameter.value(query, name)).isEqualTo(value);
    }

    @Test
    @DisplayName("B11: age is judged by the rules' freshness")
    void freshness() {
        SignatureDraft old = SignatureDraft.labelled("sig1")
                .covering("\"@method\"")
                .keyId("k")
                .created(NOW.minusSeconds(301));
        assertThat(fault(signed(request(), old), NONE, RULES)).isEqualTo(Fault.OUT_OF_TIME);
        SignatureDraft undated =
                SignatureDraft.labelled("sig1").covering("\"@method\"").keyId("k");
        assertThat(fault(signed(request(), undated), NONE, RULES)).isEqualTo(Fault.OUT_OF_TIME);
        SignatureDraft expired =
                draft("\"@method\"").created(NOW.minusSeconds(10)).expires(NOW);
        assertThat(fault(signed(request(), expired), NONE, RULES)).isEqualTo(Fault.OUT_OF_TIME);
    }

    @Test
    @DisplayName("B10: a signature that names no key is of none, and the claimed alg must be the key's")
    void keyAndAlgorithm() {
        SignatureDraft anonymous =
                SignatureDraft.labelled("sig1").covering("\"@method\"").created(NOW);
        assertThat(fault(signed(request(), anonymous), NONE, RULES)).isEqualTo(Fault.KEY_UNKNOWN);
        RequestMessage good = signed(request(), draft("\"@method\"").alg());
        assertThat(fault(good, NONE, RULES)).isNull();
        RequestMessage other = good.withFields(good.fields().toBuilder()
                .set(
                        "signature-input",
                        good.fields().combined("signature-input").orElseThrow().replace("hmac-sha256", "ed25519"))
                .build());
        assertThat(fault(other, NONE, RULES)).isEqualTo(Fault.ALGORITHM_MISMATCH);
    }
}
