package dev.rctp.msgsig;

import static dev.rctp.msgsig.SignedCall.ALL;
import static dev.rctp.msgsig.SignedCall.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.fields.Dictionary;
import dev.rctp.msgsig.profile.CachedProfiles;
import dev.rctp.msgsig.profile.ProfileHost;
import dev.rctp.msgsig.profile.ProfileSettings;
import dev.rctp.msgsig.profile.Profiles;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

class MessageAuthenticatorTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final String GET = "\"@method\" \"@authority\" \"@path\" \"ucp-agent\"";

    private final SigningKey key = CRYPTOGRAPHY.generate();
    private final SigningKey stranger = CRYPTOGRAPHY.generate();
    private final ProfileHost host = new ProfileHost();
    private volatile Instant now = NOW;
    private Instant head = NOW;
    private SignaturePolicy policy = SignaturePolicy.of(false);

    @BeforeEach
    void publish() {
        host.publishes(Profiles.bytes(Profiles.document(key)));
    }

    @AfterEach
    void close() {
        host.close();
    }

    private SignedCall post() {
        return SignedCall.post(host.url());
    }

    private Authentication authenticate(SignedCall call) throws InterruptedException {
        ProfileSettings settings = ProfileSettings.defaults(Set.of(Profiles.VERSION), true);
        CachedProfiles profiles = new CachedProfiles(() -> Set.of(host.url()), host, CRYPTOGRAPHY, () -> now, settings);
        return new MessageAuthenticator(profiles, policy, () -> now).authenticate(call.request(), call.body(), head);
    }

    private void assertVerified(SignedCall call) throws InterruptedException {
        assertThat(authenticate(call)).isInstanceOfSatisfying(VerifiedAgent.class, agent -> {
            assertThat(agent.operator().profile()).isEqualTo(host.url());
            assertThat(agent.operator().legalEntity()).isEqualTo("Agents Ltd");
            assertThat(agent.jkt()).isEqualTo(key.thumbprint());
        });
    }

    private Authentication.Unauthenticated assertRefused(SignedCall call, Reason reason, String cause)
            throws InterruptedException {
        Authentication result = authenticate(call);
        assertThat(result).isInstanceOf(Authentication.Unauthenticated.class);
        Authentication.Unauthenticated refused = (Authentication.Unauthenticated) result;
        assertThat(refused.reason()).as(refused.sentence()).isEqualTo(reason);
        assertThat(refused.cause()).as(refused.sentence()).isEqualTo(cause);
        return refused;
    }

    private void assertInvalid(SignedCall call, String cause) throws InterruptedException {
        assertRefused(call, Reason.SIGNATURE_INVALID, cause);
    }

    private String keyId() {
        return ";keyid=\"" + key.thumbprint() + "\"";
    }

    @Test
    @DisplayName("SIG-1: a signed request is its operator's agent's")
    void verified() throws Exception {
        assertVerified(post().signed(key, ALL));
        assertVerified(SignedCall.get(host.url(), null).signed(key, GET));
        assertVerified(SignedCall.get(host.url(), "wait=25&x=%2b").signed(key, GET + " \"@query\""));
    }

    @ParameterizedTest
    @DisplayName("SIG-1: ES384 and Ed25519 where the profile publishes such a key")
    @EnumSource
    void algorithms(SignatureAlgorithm algorithm) throws Exception {
        SigningKey other = CRYPTOGRAPHY.signingKey(CRYPTOGRAPHY.generateJwk(algorithm));
        host.publishes(Profiles.bytes(Profiles.document(other)));
        assertThat(authenticate(post().signed(other, ALL))).isInstanceOf(VerifiedAgent.class);
    }

    @ParameterizedTest
    @DisplayName("SIG-1, B10: the algorithm is the key's; an alg that says otherwise is algorithm_unsupported")
    @ValueSource(strings = {"hmac-sha256", "rsa-pss-sha512", "ecdsa-p384-sha384", "ed25519", "ES256", "none", ""})
    void wrongAlg(String alg) throws Exception {
        assertInvalid(post().signed(key, ALL, keyId() + ";alg=\"" + alg + "\""), "algorithm_unsupported");
    }

    @Test
    @DisplayName("SIG-1: an alg that agrees with the key is fine")
    void rightAlg() throws Exception {
        assertVerified(post().signed(key, ALL, keyId() + ";alg=\"ecdsa-p256-sha256\""));
    }

    @Test
    @DisplayName("SIG-1: without a signature sig1 it is signature_missing; other labels are ignored")
    void missing() throws Exception {
        assertInvalid(post(), "signature_missing");
        SignedCall signed = post().signed(key, ALL);
        String input = signed.request().fields().combined("signature-input").orElseThrow();
        String signature = signed.request().fields().combined("signature").orElseThrow();
        assertInvalid(signed.with("Signature-Input", "sig2" + input.substring(4)), "signature_missing");
        assertInvalid(
                signed.with("Signature-Input", "sig2" + input.substring(4))
                        .with("Signature", "sig2" + signature.substring(4)),
                "signature_missing");
        assertVerified(signed.with("Signature-Input", "a=(\"@path\");keyid=\"x\", " + input)
                .with("Signature", "a=:AAAA:, " + signature));
    }

    @ParameterizedTest
    @DisplayName("SIG-1, B17: fields that cannot be read are signature_missing")
    @CsvSource(
            delimiter = '|',
            value = {
                "sig1=(\"@method\" | sig1=:AAAA:",
                "sig1=\"@method\" | sig1=:AAAA:",
                "sig1=(\"@method\");keyid=\"k\" | sig1=AAAA",
                "sig1=(\"@method\");keyid=\"k\" | sig1=:iROVe9SP-_A=:",
                "sig1=(\"@method\");keyid=\"k\" | sig1=:iROVe9SP+-A=:",
                "sig1=(\"@method\");keyid=\"k\" | sig1",
                "sig1=(\"@method\" \"@method\");keyid=\"k\" | sig1=:AAAA:",
                "sig1=(\"@signature-params\");keyid=\"k\" | sig1=:AAAA:",
                "sig1=(\"@method\");keyid=k | sig1=:AAAA:",
                "sig1=(\"@method\");keyid=\"k\";created=1790000000.5 | sig1=:AAAA:",
                "sig1=(\"@method\");keyid=\"k\";expires=\"1790000000\" | sig1=:AAAA:",
                "sig1=(\"@method\");keyid=\"k\", sig1=(\"@path\");keyid=\"k\" | sig1=:AAAA:"
            })
    void unreadable(String input, String signature) throws Exception {
        assertInvalid(post().with("Signature-Input", input).with("Signature", signature), "signature_missing");
    }

    @Test
    @DisplayName("B8: a label given twice over two lines is refused, whichever of the two would verify")
    void labelTwice() throws Exception {
        SignedCall signed = post().signed(key, ALL);
        assertInvalid(
                signed.fields(f -> f.add("signature-input", "sig1=(\"@method\")" + keyId())), "signature_missing");
        assertInvalid(signed.fields(f -> f.add("signature", "sig1=:AAAA:")), "signature_missing");
    }

    @Test
    @DisplayName("SIG-1: a tag other than web-bot-auth is not ours")
    void tag() throws Exception {
        assertInvalid(post().signed(key, ALL, keyId() + ";tag=\"other\""), "signature_missing");
        assertVerified(post().signed(key, ALL, keyId() + ";tag=\"web-bot-auth\""));
    }

    @Test
    @DisplayName("B16: parameters stay in the order received; unknown ones are covered and ignored")
    void parameterOrder() throws Exception {
        assertVerified(post().signed(key, ALL, keyId() + ";nonce=\"n\";created=" + NOW.getEpochSecond() + ";x=?0"));
    }

    @Test
    @DisplayName("SIG-1: a signature without keyid is signature_invalid")
    void noKeyId() throws Exception {
        assertInvalid(post().signed(key, ALL, ";created=" + NOW.getEpochSecond()), "signature_invalid");
    }

    @ParameterizedTest
    @DisplayName("SIG-2, B1: each component that the request has must be covered, and the sentence names it")
    @ValueSource(
            strings = {
                "@method",
                "@authority",
                "@path",
                "content-digest",
                "content-type",
                "ucp-agent",
                "idempotency-key",
            })
    void uncovered(String component) throws Exception {
        String rest = ALL.replace("\"" + component + "\"", "").strip().replace("  ", " ");
        Authentication.Unauthenticated refused =
                assertRefused(post().signed(key, rest), Reason.SIGNATURE_INVALID, "coverage_insufficient");
        assertThat(refused.sentence()).contains(component);
    }

    @Test
    @DisplayName("SIG-2, B1: a valid signature over nothing is coverage_insufficient")
    void nothingCovered() throws Exception {
        assertInvalid(post().signed(key, ""), "coverage_insufficient");
    }

    @Test
    @DisplayName("SIG-2: @query when there is a query, an empty one too")
    void query() throws Exception {
        assertInvalid(SignedCall.get(host.url(), "a=b").signed(key, GET), "coverage_insufficient");
        assertInvalid(SignedCall.get(host.url(), "").signed(key, GET), "coverage_insufficient");
        assertVerified(SignedCall.get(host.url(), "").signed(key, GET + " \"@query\""));
    }

    @Test
    @DisplayName("SIG-2: content-type must be there to be covered")
    void noContentType() throws Exception {
        SignedCall bare = post().fields(fields -> fields.remove("content-type"));
        assertInvalid(bare.signed(key, ALL.replace(" \"content-type\"", "")), "coverage_insufficient");
    }

    @Test
    @DisplayName("SIG-2: signature-agent with or without key")
    void signatureAgent() throws Exception {
        SignedCall call = post().with("Signature-Agent", "sig1=\"https://agent.example\"");
        assertInvalid(call.signed(key, ALL), "coverage_insufficient");
        assertVerified(call.signed(key, ALL + " \"signature-agent\""));
        assertVerified(call.signed(key, ALL + " \"signature-agent\";key=\"sig1\""));
    }

    @Test
    @DisplayName("SIG-2: a part of a field does not cover it, its strict form does")
    void partOfField() throws Exception {
        String part = ALL.replace("\"ucp-agent\"", "\"ucp-agent\";key=\"profile\"");
        assertInvalid(post().signed(key, part), "coverage_insufficient");
        assertVerified(post().signed(key, ALL.replace("\"ucp-agent\"", "\"ucp-agent\";sf")));
    }

    @Test
    @DisplayName("SIG-2, GRA-3: a bearer token that the signature does not cover is grant_invalid, its text unquoted")
    void uncoveredToken() throws Exception {
        SignedCall call = post().with("Authorization", "Bearer hush-hush");
        assertThat(assertRefused(call.signed(key, ALL), Reason.GRANT_INVALID, "coverage_insufficient")
                        .sentence())
                .contains("authorization")
                .doesNotContain("hush");
        assertVerified(call.signed(key, ALL + " \"authorization\""));
    }

    @Test
    @DisplayName("SIG-3, B2: a body other than the digest says is digest_mismatch")
    void digest() throws Exception {
        SignedCall signed = post().signed(key, ALL);
        assertInvalid(signed.withBody("{\"quantity\":9}"), "digest_mismatch");
        assertInvalid(signed.withBody("{\"quantity\":1} "), "digest_mismatch");
    }

    @ParameterizedTest
    @DisplayName("SIG-3, B8: sha-256 missing, malformed or given twice is digest_mismatch")
    @ValueSource(strings = {"sha-512=:AAAA:", "sha-256=abc", "sha-256=:AAAA:, sha-256=:AAAA:", "%", "md5=:AAAA:"})
    void badDigest(String field) throws Exception {
        assertInvalid(post().with("Content-Digest", field).signed(key, ALL), "digest_mismatch");
    }

    @Test
    @DisplayName("SIG-3: other algorithms beside sha-256 are ignored")
    void otherDigests() throws Exception {
        String right = post().request().fields().combined("content-digest").orElseThrow();
        assertVerified(post().with("Content-Digest", "sha-512=:AAAA:, " + right).signed(key, ALL));
    }

    @Test
    @DisplayName("SIG-3: without a body no digest is needed, but one that is there is right")
    void noBody() throws Exception {
        SignedCall get = SignedCall.get(host.url(), null);
        assertVerified(get.with("Content-Digest", ContentDigest.of(new byte[0])).signed(key, GET));
        assertInvalid(get.with("Content-Digest", "sha-256=:AAAA:").signed(key, GET), "digest_mismatch");
        assertInvalid(post().signed(key, ALL).withBody(""), "digest_mismatch");
    }

    @ParameterizedTest
    @DisplayName("SIG-4, B11: created at most 300 s old and 60 s ahead; expires after created and not passed")
    @CsvSource({
        "created=0, true",
        "created=-300, true",
        "created=-301, false",
        "created=-86400, false",
        "created=60, true",
        "created=61, false",
        "created=3600, false",
        "expires=1, true",
        "expires=0, false",
        "expires=-1, false",
        "created=0;expires=300, true",
        "created=-10;expires=-10, false",
        "created=30;expires=30, false",
        "created=30;expires=20, false",
        "created=-301;expires=300, false"
    })
    void times(String offsets, boolean good) throws Exception {
        StringBuilder parameters = new StringBuilder();
        for (String offset : offsets.split(";", -1)) {
            String[] parts = offset.split("=", 2);
            parameters.append(';').append(parts[0]).append('=').append(NOW.getEpochSecond() + Long.parseLong(parts[1]));
        }
        SignedCall call = post().signed(key, ALL, parameters + keyId());
        if (good) {
            assertVerified(call);
        } else {
            assertInvalid(call, "signature_expired");
        }
    }

    @Test
    @DisplayName("SIG-4, B13: times hold at the head and still at the end of the body")
    void slowBody() throws Exception {
        SignedCall call =
                post().signed(key, ALL, ";expires=" + NOW.plusSeconds(10).getEpochSecond() + keyId());
        now = NOW.plusSeconds(9);
        assertVerified(call);
        now = NOW.plusSeconds(10);
        assertInvalid(call, "signature_expired");
    }

    @Test
    @DisplayName("SIG-4: a signature from the future at the head does not ripen while the body comes")
    void earlyHead() throws Exception {
        SignedCall call = post().signed(key, ALL);
        head = NOW.minusSeconds(61);
        assertInvalid(call, "signature_expired");
    }

    @Test
    @DisplayName("SIG-4: created is optional unless the configuration demands it")
    void requireCreated() throws Exception {
        SignedCall call = post().signed(key, ALL, keyId());
        assertVerified(call);
        policy = SignaturePolicy.of(true);
        assertInvalid(call, "signature_expired");
        assertVerified(post().signed(key, ALL));
    }

    @Test
    @DisplayName("SIG-5, SIG-6: sent to another host or path it is not this request's signature")
    void otherTarget() throws Exception {
        SignedCall signed = post().signed(key, ALL);
        assertInvalid(signed.sentTo("other.example", "/listings/l_1/answers"), "signature_invalid");
        assertInvalid(signed.sentTo("gw.example", "/listings/l_2/answers"), "signature_invalid");
        assertInvalid(signed.with("Idempotency-Key", "another-key-of-22-characters"), "signature_invalid");
    }

    @Test
    @DisplayName("SIG-1, B67: zeros, DER and another key's signature are signature_invalid")
    void notTheSignature() throws Exception {
        SignedCall signed = post().signed(key, ALL);
        assertInvalid(signed.with("Signature", "sig1=:" + "A".repeat(86) + "==:"), "signature_invalid");
        assertInvalid(signed.with("Signature", "sig1=:MAYCAQACAQA=:"), "signature_invalid");
        assertInvalid(signed.with("Signature", "sig1=::"), "signature_invalid");
        assertInvalid(post().signed(stranger, ALL, keyId()), "signature_invalid");
    }

    @Test
    @DisplayName("SIG-2: a component that the request does not have cannot be covered")
    void absentComponent() throws Exception {
        SignedCall signed = post().with("X-Extra", "1").signed(key, ALL + " \"x-extra\"");
        assertVerified(signed);
        assertInvalid(signed.fields(fields -> fields.remove("x-extra")), "signature_invalid");
    }

    @Test
    @DisplayName("OPR-1: a keyid that the profile does not have is operator_unknown, also with a valid signature")
    void unknownKey() throws Exception {
        assertRefused(post().signed(stranger, ALL), Reason.OPERATOR_UNKNOWN, "key_not_found");
    }

    @Test
    @DisplayName("OPR-1: a profile that is not onboarded, or does not resolve, is operator_unknown")
    void unknownProfile() throws Exception {
        SignedCall other = SignedCall.post("https://other.example/.well-known/ucp");
        assertRefused(other.signed(key, ALL), Reason.OPERATOR_UNKNOWN, "profile_not_trusted");
        host.publishes(500, null, new byte[0]);
        assertRefused(post().signed(key, ALL), Reason.OPERATOR_UNKNOWN, "profile_unreachable");
    }

    @Test
    @DisplayName("OPR-1: a missing UCP-Agent is operator_unknown")
    void noUcpAgent() throws Exception {
        SignedCall bare = post().fields(fields -> fields.remove("ucp-agent"));
        String rest = ALL.replace(" \"ucp-agent\"", "");
        assertRefused(bare.signed(key, rest), Reason.OPERATOR_UNKNOWN, "invalid_profile_url");
    }

    @ParameterizedTest
    @DisplayName("OPR-1: a malformed UCP-Agent is operator_unknown")
    @ValueSource(
            strings = {
                "https://agent.example/", "profile=https://agent.example/", "profile=(\"a\" \"b\")", "profile",
                        "profile=:AAAA:",
                "Profile=\"https://agent.example/\"", "version=\"1\"", "profile=\"a\", profile=\"b\"", "profile=\"a", ""
            })
    void malformedUcpAgent(String value) throws Exception {
        SignedCall call = post().with("UCP-Agent", value).signed(key, ALL);
        assertRefused(call, Reason.OPERATOR_UNKNOWN, "invalid_profile_url");
    }

    @Test
    @DisplayName("OPR-1: other members, parameters and lines of UCP-Agent are tolerated")
    void openUcpAgent() throws Exception {
        String profile = "profile=\"" + host.url() + "\"";
        assertVerified(post().with("UCP-Agent", profile + ";version=\"2026-01-23\", x=1")
                .signed(key, ALL));
        assertVerified(post().with("UCP-Agent", "x=?1")
                .fields(f -> f.add("ucp-agent", profile))
                .signed(key, ALL));
    }

    @Test
    @DisplayName("SIG-6, DEC-1: the order is signature there, operator, algorithm, coverage, digest, times, signature")
    void order() throws Exception {
        String old = ";created=" + NOW.minusSeconds(9999).getEpochSecond();
        SignedCall noDigest = post().with("Content-Digest", "sha-256=:AAAA:");
        String some = ALL.replace("\"@path\" ", "");
        String foreign = ";keyid=\"" + stranger.thumbprint() + "\"";
        assertRefused(
                noDigest.signed(stranger, some, old + foreign + ";alg=\"x\""),
                Reason.OPERATOR_UNKNOWN,
                "key_not_found");
        assertInvalid(noDigest.signed(stranger, some, old + keyId() + ";alg=\"x\""), "algorithm_unsupported");
        assertInvalid(noDigest.signed(stranger, some, old + keyId()), "coverage_insufficient");
        assertInvalid(noDigest.signed(stranger, ALL, old + keyId()), "digest_mismatch");
        assertInvalid(post().signed(stranger, ALL, old + keyId()), "signature_expired");
        assertInvalid(post().signed(stranger, ALL, keyId()), "signature_invalid");
    }

    @ParameterizedTest
    @DisplayName("SIG-2: a signature may cover more than it must, where that is there and means one thing")
    @ValueSource(
            strings = {
                "\"@scheme\"",
                "\"@target-uri\"",
                "\"@request-target\"",
                "\"x\"",
                "\"x\";bs",
                "\"ucp-agent\";sf",
                "\"content-digest\";key=\"sha-256\"",
                "\"@query-param\";name=\"a\" \"@query-param\";name=\"b\""
            })
    void moreThanRequired(String more) throws Exception {
        SignedCall call = withQuery(post().with("x", "1"), "a=1&b=%20");
        assertVerified(call.signed(key, ALL + " \"@query\" " + more));
    }

    private static SignedCall withQuery(SignedCall call, String query) {
        RequestMessage r = call.request();
        return new SignedCall(
                new RequestMessage(r.method(), r.scheme(), r.authority(), r.path(), query, r.fields()), call.body());
    }

    @Test
    @DisplayName("SIG-2, B1: @query-param is no @query, and one that is there twice covers neither")
    void queryParameters() throws Exception {
        SignedCall call = withQuery(post(), "a=1&b=2");
        String parameters = " \"@query-param\";name=\"a\" \"@query-param\";name=\"b\"";
        assertInvalid(call.signed(key, ALL + parameters), "coverage_insufficient");
        SignedCall signed = call.signed(key, ALL + " \"@query\"" + parameters);
        assertVerified(signed);
        for (String query : new String[] {"a=1&b=2&a=1", "a=1&b=2&%61=1", "b=2", "a=1&b=2&%FF"}) {
            assertInvalid(withQuery(signed, query), "signature_invalid");
        }
    }

    @ParameterizedTest
    @DisplayName(
            "SIG-2, B1: trailers are not read, so a signature that covers one is refused, and covers nothing else by it")
    @ValueSource(strings = {"\"x\";tr", "\"content-digest\";tr", "\"authorization\";tr"})
    void trailers(String trailer) throws Exception {
        SignedCall call = post();
        RequestMessage withTrailers = call.request()
                .withTrailers(HttpFields.of(
                        "x", "1", "authorization", "Bearer t", "content-digest", ContentDigest.of(call.body())));
        assertInvalid(new SignedCall(withTrailers, call.body()).signed(key, ALL + " " + trailer), "signature_invalid");
        assertThat(CoverageRule.gap(
                        withTrailers.withFields(HttpFields.of("authorization", "Bearer t")),
                        true,
                        SignatureInput.of(Objects.requireNonNull(
                                Dictionary.parse("l=(" + trailer + ")").get("l")))))
                .isPresent();
    }

    @ParameterizedTest
    @DisplayName("OPR-3, SIG-1, B70: a published RSA key is skipped: what it signs is of no key of the profile")
    @EnumSource(
            value = PeerAlgorithm.class,
            names = {"RSA_PSS_SHA512", "RSA_V1_5_SHA256"})
    void rsaKey(PeerAlgorithm algorithm) throws Exception {
        JsonNode rsa =
                Vectors.read("rfc9421/rfc9421-appendix-b.json").get("keys").get("test-key-rsa-pss");
        ObjectNode jwk = VectorKeys.publicJwk(rsa);
        String canonical = "{\"e\":\"" + jwk.get("e").stringValue() + "\",\"kty\":\"RSA\",\"n\":\""
                + jwk.get("n").stringValue() + "\"}";
        String kid = PublicJwk.encode(Sha256.bytes(canonical.getBytes(StandardCharsets.US_ASCII)));
        ObjectNode document = Profiles.document(key);
        document.withArray("keys").add(jwk.put("kid", kid).put("use", "sig"));
        host.publishes(Profiles.bytes(document));
        MessageSigningKey signer = PeerJwk.rsaPrivate(algorithm, VectorKeys.jwk(rsa));
        for (String alg : new String[] {"", ";alg=\"" + algorithm.httpName() + "\""}) {
            assertRefused(
                    post().signed(signer, ALL, ";keyid=\"" + kid + "\"" + alg),
                    Reason.OPERATOR_UNKNOWN,
                    "key_not_found");
        }
        assertVerified(post().signed(key, ALL));
    }
}
