package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.InvalidSignature.Fault;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Faults others had in reading signatures, absent here")
class SignatureFaultsTest {

    private static final long NOW = 1_790_000_000L;
    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final SigningKey KEY = CRYPTOGRAPHY.generate();
    private static final String BODY = "{\"quantity\":1}";
    private static final String ALL = "\"@method\" \"@authority\" \"@path\" \"content-digest\" \"content-type\"";

    private final RequestVerifier verifier = new RequestVerifier(
            KeyLookup.of(verificationKey(KEY)), Freshness.STRICT, InstantSource.fixed(Instant.ofEpochSecond(NOW)));

    private static VerificationKey verificationKey(SigningKey key) {
        try {
            return CRYPTOGRAPHY.verificationKey(key.publicJwk());
        } catch (MalformedKeyException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String covering(String components) {
        return "(" + components + ");created=" + NOW + ";keyid=\"" + KEY.thumbprint() + "\"";
    }

    private static RequestMessage request(HttpFields fields) {
        return new RequestMessage("POST", "https", "shop.example", "/listings", null, fields);
    }

    private static HttpFields body() {
        return HttpFields.of(
                "content-type",
                "application/json",
                "content-digest",
                ContentDigest.of(BODY.getBytes(StandardCharsets.UTF_8)));
    }

    /** Signs exactly this text, however wrong its parameters are. */
    private static RequestMessage signed(SigningKey key, String params) {
        RequestMessage request = request(body());
        StringBuilder base = new StringBuilder();
        for (String name : params.substring(1, params.indexOf(')')).split(" ", -1)) {
            if (!name.isEmpty()) {
                base.append(name).append(": ").append(value(name, request)).append('\n');
            }
        }
        base.append("\"@signature-params\": ").append(params);
        return request(withSignature(request.fields(), params, key.sign(bytes(base.toString()))));
    }

    private static String value(String name, RequestMessage request) {
        return switch (name) {
            case "\"@method\"" -> request.method();
            case "\"@authority\"" -> request.authority();
            case "\"@path\"" -> request.path();
            default -> request.fields().combined(name.replaceAll("\"|;.*", "")).orElse("");
        };
    }

    private static HttpFields withSignature(HttpFields fields, String params, byte[] signature) {
        return new SignatureFields(
                        "sig1=" + params, "sig1=:" + Base64.getEncoder().encodeToString(signature) + ":")
                .addTo(fields);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    private @Nullable Fault fault(RequestMessage request, String body) {
        return switch (verifier.verify(request, body.getBytes(StandardCharsets.UTF_8))) {
            case ValidSignature valid -> null;
            case InvalidSignature invalid -> invalid.fault();
        };
    }

    @Test
    @DisplayName("the signature that the tests below spoil is good")
    void good() {
        assertThat(fault(signed(KEY, covering(ALL)), BODY)).isNull();
    }

    @Test
    @DisplayName("B1: a correct signature over nothing verifies nothing")
    void emptyCoverage() {
        assertThat(fault(signed(KEY, covering("")), BODY)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"@method\"", "\"@authority\"", "\"@path\"", "\"content-digest\"", "\"content-type\""})
    @DisplayName("B1: each component that must be covered must be")
    void missingCoverage(String component) {
        String components = ALL.replace(component, "").strip().replace("  ", " ");
        assertThat(fault(signed(KEY, covering(components)), BODY)).isEqualTo(Fault.COVERAGE_INSUFFICIENT);
    }

    @Test
    @DisplayName("B2: another body under a covered digest")
    void otherBody() {
        assertThat(fault(signed(KEY, covering(ALL)), "{\"quantity\":9}")).isEqualTo(Fault.DIGEST_MISMATCH);
    }

    @ParameterizedTest
    @CsvSource({
        "https,SHOP.example:443,shop.example",
        "https,shop.example:8443,shop.example:8443",
        "https,shop.example:80,shop.example:80",
        "http,shop.example:80,shop.example",
        "http,shop.example:443,shop.example:443",
        "https,[2001:DB8::1]:443,[2001:db8::1]",
        "https,shop.example,shop.example"
    })
    @DisplayName("B4: the authority is lower case and drops only the default port of its own scheme")
    void authority(String scheme, String host, String expected) {
        assertThat(Authority.normalize(scheme, host)).isEqualTo(expected);
    }

    @Test
    @DisplayName("B5: path and query enter the base as the raw text received")
    void rawQuery() throws MalformedSignatureException {
        RequestMessage request = new RequestMessage(
                "GET", "https", "shop.example", "/a%2Fb/%7euser", "q=C%2b%2b+x&z=%7E", HttpFields.none());
        assertThat(ComponentValue.of(Component.parse("\"@query\""), request, FieldTypes.KNOWN))
                .isEqualTo("?q=C%2b%2b+x&z=%7E");
        assertThat(ComponentValue.of(Component.parse("\"@path\""), request, FieldTypes.KNOWN))
                .isEqualTo("/a%2Fb/%7euser");
        RequestMessage without = new RequestMessage("GET", "https", "shop.example", "/", null, HttpFields.none());
        assertThat(ComponentValue.of(Component.parse("\"@query\""), without, FieldTypes.KNOWN))
                .isEqualTo("?");
        RequestMessage empty = new RequestMessage("GET", "https", "shop.example", "/", "", HttpFields.none());
        assertThat(ComponentValue.of(Component.parse("\"@query\""), empty, FieldTypes.KNOWN))
                .isEqualTo("?");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"@method\" \"@method\" \"@path\"",
                "\"content-digest\";key=\"a\";req \"content-digest\";req;key=\"a\"",
                "\"@method\" \"@signature-params\"",
            })
    @DisplayName("B7: a component twice, whatever its parameters' order, and @signature-params inside are errors")
    void duplicateComponents(String components) {
        assertThat(fault(signed(KEY, covering(components)), BODY)).isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("RFC 9421 2.5: more components than anyone needs are refused before their fields are parsed")
    void tooManyComponents() {
        String many = IntStream.range(0, 60)
                .mapToObj(i -> " \"content-digest\";key=\"k" + i + "\"")
                .collect(Collectors.joining());

        assertThat(fault(signed(KEY, covering(ALL + many)), BODY)).isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("B7: the same field with other parameters is another component")
    void otherParameters() {
        assertThat(fault(signed(KEY, covering(ALL + " \"content-digest\";sf")), BODY))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"content-digest\";unknown",
                "\"content-digest\";tr",
                "\"content-digest\";sf=?0",
                "\"@method\";sf",
                "\"content-digest\";key=a",
                "\"content-digest\";bs;sf",
                "\"@method\";req",
                "\"@query-param\";name=\"a\"",
                "\"@query-param\"",
                "\"@query-param\";name",
                "\"@query-param\";name=a",
                "\"@query-param\";name=\"a\";sf",
                "\"@path\";name=\"a\"",
                "\"content-type\";name=\"a\"",
                "\"@path\";tr",
                "\"content-digest\";tr=?0",
                "\"@unknown\"",
                "\"Content-Digest\"",
                "\"\"",
                "\"content digest\"",
                "content-digest",
                "\"absent\"",
                "\"content-type\";sf",
                "\"content-digest\";key=\"absent\"",
                "\"@status\"",
                "\"content-digest\";req"
            })
    @DisplayName("RFC 9421 2.5: unknown, ill-typed and unavailable components are refused, never ignored")
    void unknownComponents(String component) {
        assertThat(fault(signed(KEY, covering(ALL + " " + component)), BODY)).isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("B8: a label twice, on one line or two, in either field")
    void duplicateLabels() {
        RequestMessage good = signed(KEY, covering(ALL));
        for (String name : List.of("signature-input", "signature")) {
            String value = good.fields().combined(name).orElseThrow();
            String other = name.equals("signature") ? "sig1=:AAAA:" : "sig1=(\"@method\")";
            List<HttpFields> doubled = List.of(
                    good.fields().toBuilder().set(name, value + ", " + other).build(),
                    good.fields().toBuilder().set(name, other + ", " + value).build(),
                    good.fields().toBuilder().add(name, other).build(),
                    good.fields().toBuilder().add(name, value).build());
            assertThat(doubled)
                    .allSatisfy(
                            fields -> assertThat(fault(request(fields), BODY)).isEqualTo(Fault.MALFORMED));
        }
    }

    @Test
    @DisplayName("B8: Content-Digest with a member twice")
    void duplicateDigest() {
        String digest = ContentDigest.of(bytes(BODY));
        HttpFields fields = HttpFields.of("content-digest", digest, "content-digest", digest);
        assertThat(ContentDigest.check(fields, bytes(BODY))).isEqualTo(ContentDigest.Match.MALFORMED);
    }

    @Test
    @DisplayName("B8: a signature parameter twice")
    void duplicateParameter() {
        assertThat(fault(signed(KEY, covering(ALL) + ";created=1"), BODY)).isEqualTo(Fault.MALFORMED);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hmac-sha256", "ES256", "ecdsa-p384-sha384", "ed25519", "none", "rsa-pss-sha512", ""})
    @DisplayName("B10: an alg that is not the key's is refused")
    void otherAlgorithm(String alg) {
        assertThat(fault(signed(KEY, covering(ALL) + ";alg=\"" + alg + "\""), BODY))
                .isEqualTo(Fault.ALGORITHM_MISMATCH);
    }

    @Test
    @DisplayName("B10: the key's own alg may be there")
    void ownAlgorithm() {
        assertThat(fault(signed(KEY, covering(ALL) + ";alg=\"ecdsa-p256-sha256\""), BODY))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                ";keyid=k1",
                ";keyid",
                ";keyid=1",
                ";keyid=:AAAA:",
                ";keyid=\"k\";alg=ecdsa-p256-sha256",
                ";keyid=\"k\";tag=web-bot-auth",
                ";keyid=\"k\";nonce=1"
            })
    @DisplayName("B10: parameters have their type, strictly")
    void parameterTypes(String parameters) {
        assertThat(fault(signed(KEY, "(" + ALL + ");created=" + NOW + parameters), BODY))
                .isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("B10: a P-384 key does not verify 64 bytes, nor a P-256 key a P-384 signature")
    void otherCurve() throws MalformedKeyException {
        SigningKey p384 = CRYPTOGRAPHY.signingKey(CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ES384));
        byte[] data = bytes("data");
        assertThat(verificationKey(p384).verify(data, KEY.sign(data))).isFalse();
        assertThat(verificationKey(KEY).verify(data, p384.sign(data))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "created=1790003600,OUT_OF_TIME",
        "created=1790000061,OUT_OF_TIME",
        "created=1790000060,",
        "created=1789999700,",
        "created=1789999699,OUT_OF_TIME",
        "created=1789913600,OUT_OF_TIME",
        "created=1790000000;expires=1790000000,OUT_OF_TIME",
        "created=1789999990;expires=1789999980,OUT_OF_TIME",
        "created=1789999990;expires=1790000000,OUT_OF_TIME",
        "created=1789999990;expires=1790000001,",
        "created=1790000000;expires=1821536000,",
        "created=1790000000.5,MALFORMED",
        "created=\"1790000000\",MALFORMED",
        "created=@1790000000,MALFORMED",
        "created=1790000000;expires=1790000100.0,MALFORMED",
        "created=-1,OUT_OF_TIME",
        "expires=1790000100,OUT_OF_TIME"
    })
    @DisplayName("B11: created and expires")
    void window(String times, @Nullable Fault expected) {
        String params = "(" + ALL + ");" + times + ";keyid=\"" + KEY.thumbprint() + "\"";
        assertThat(fault(signed(KEY, params), BODY)).isEqualTo(expected);
    }

    @Test
    @DisplayName("B13: the same signature is refused once its time has passed")
    void lateBody() {
        RequestVerifier later = new RequestVerifier(
                KeyLookup.of(verificationKey(KEY)),
                Freshness.STRICT,
                InstantSource.fixed(Instant.ofEpochSecond(NOW + 301)));
        assertThat(later.verify(signed(KEY, covering(ALL)), bytes(BODY))).isInstanceOf(InvalidSignature.class);
    }

    @Test
    @DisplayName("B16: parameters keep the order received, unknown ones stay")
    void parameterOrder() {
        String params =
                "(" + ALL + ");keyid=\"" + KEY.thumbprint() + "\";x-new=token;created=" + NOW + ";nonce=\"a\\\"b\"";
        assertThat(fault(signed(KEY, params), BODY)).isNull();
    }

    @Test
    @DisplayName("B16, SIG-1: any label reads, ours is sig1 and others are ignored")
    void labels() {
        RequestMessage good = signed(KEY, covering(ALL));
        HttpFields renamed = renamed(good.fields(), "abc-1");
        assertThat(ReceivedSignature.read(renamed, "abc-1")).isInstanceOf(ReceivedSignature.Present.class);
        assertThat(fault(request(renamed), BODY)).isEqualTo(Fault.MISSING);
        HttpFields both = good.fields().toBuilder()
                .add("signature-input", "other=(\"@method\" \"@method\";unknown);keyid=k")
                .add("signature", "other=1")
                .build();
        assertThat(fault(request(both), BODY)).isNull();
    }

    private static HttpFields renamed(HttpFields fields, String label) {
        return fields.toBuilder()
                .set(
                        "signature-input",
                        fields.combined("signature-input").orElseThrow().replace("sig1", label))
                .set("signature", fields.combined("signature").orElseThrow().replace("sig1", label))
                .build();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "sig1=:iROVe9SP-_8=:",
                "sig1=:iROVe9SP+-8=:",
                "sig1=abc",
                "sig1",
                "sig1=\"AAAA\"",
                "sig1=(:AAAA:)",
                "sig1=:AAAA",
                "sig1=:AAAA:,",
                ":AAAA:",
                "sig2=:AAAA:",
                ""
            })
    @DisplayName("B17: a signature that is not a strict byte sequence, or has no input beside it")
    void malformedSignature(String value) {
        HttpFields fields = signed(KEY, covering(ALL)).fields().toBuilder()
                .set("signature", value)
                .build();
        assertThat(fault(request(fields), BODY)).isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("B17: missing padding is read")
    void unpadded() {
        RequestMessage good = signed(KEY, covering(ALL));
        String unpadded = good.fields().combined("signature").orElseThrow().replaceFirst("=+:$", ":");
        assertThat(unpadded).doesNotEndWith("=:");
        assertThat(fault(
                        request(good.fields().toBuilder()
                                .set("signature", unpadded)
                                .build()),
                        BODY))
                .isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "  ", "sig1", "sig1=1", "sig1=\"a\"", "sig1=(", "sig1=();created", "=()"})
    @DisplayName("an input that is not a list of components")
    void malformedInput(String value) {
        HttpFields fields = signed(KEY, covering(ALL)).fields().toBuilder()
                .set("signature-input", value)
                .build();
        assertThat(fault(request(fields), BODY)).isEqualTo(Fault.MALFORMED);
    }

    @Test
    @DisplayName("SIG-1: no signature, or one whose tag is another application's, is a missing one")
    void missing() {
        assertThat(fault(request(body()), BODY)).isEqualTo(Fault.MISSING);
        assertThat(fault(signed(KEY, covering(ALL) + ";tag=\"other\""), BODY)).isEqualTo(Fault.MISSING);
        assertThat(fault(signed(KEY, covering(ALL) + ";tag=\"web-bot-auth\""), BODY))
                .isNull();
    }

    @Test
    @DisplayName("a key that is not known, or not named")
    void unknownKey() {
        assertThat(fault(signed(CRYPTOGRAPHY.generate(), covering(ALL)), BODY)).isEqualTo(Fault.WRONG);
        assertThat(fault(signed(KEY, "(" + ALL + ");created=" + NOW + ";keyid=\"other\""), BODY))
                .isEqualTo(Fault.KEY_UNKNOWN);
        assertThat(fault(signed(KEY, "(" + ALL + ");created=" + NOW), BODY)).isEqualTo(Fault.KEY_UNKNOWN);
    }

    @Test
    @DisplayName("a field value with a line break can't forge a line of the base")
    void lineBreak() {
        RequestMessage good = signed(KEY, covering(ALL));
        for (String value : List.of(
                "a\n\"@path\": /other", "a\rb", "a\u0000b", "a\u0100b", "a\u000b", "\u001fa", "a\n", "\u2003a")) {
            HttpFields fields =
                    good.fields().toBuilder().set("content-type", value).build();
            assertThat(fault(request(fields), BODY)).isEqualTo(Fault.MALFORMED);
        }
    }

    @Test
    @DisplayName("refusals quote no value")
    void sentences() {
        RequestMessage request = signed(KEY, covering(ALL + " \"authorization\""));
        HttpFields fields = request.fields().toBuilder()
                .set("authorization", "Bearer SECRET\u0001")
                .build();
        assertThat(verifier.verify(request(fields), bytes(BODY)))
                .isInstanceOfSatisfying(
                        InvalidSignature.class,
                        invalid -> assertThat(invalid.sentence().toLowerCase(Locale.ROOT))
                                .doesNotContain("secret"));
    }
}
