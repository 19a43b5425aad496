package dev.rctp.approval.passkey;

import static dev.rctp.approval.passkey.SampleAuthenticator.BE;
import static dev.rctp.approval.passkey.SampleAuthenticator.BS;
import static dev.rctp.approval.passkey.SampleAuthenticator.ORIGIN;
import static dev.rctp.approval.passkey.SampleAuthenticator.RP_ID;
import static dev.rctp.approval.passkey.SampleAuthenticator.SELLER;
import static dev.rctp.approval.passkey.SampleAuthenticator.UP;
import static dev.rctp.approval.passkey.SampleAuthenticator.UV;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class AssertionVerifierTest {

    private static final String SHOP = "https://www.shop.example";
    private static final RelyingParty ALONE = new RelyingParty(RP_ID, Set.of(ORIGIN), Set.of());
    private static final RelyingParty EMBEDDED = new RelyingParty(RP_ID, Set.of(ORIGIN), Set.of(SHOP));
    private static final Map<RelyingParty, AssertionVerifier> VERIFIERS =
            Map.of(ALONE, new AssertionVerifier(ALONE), EMBEDDED, new AssertionVerifier(EMBEDDED));
    private static final SampleAuthenticator AUTHENTICATOR = SampleAuthenticator.es256();
    private static final ObjectNode DETAILS = JsonNodeFactory.instance
            .objectNode()
            .put("type", "dev.rctp.approval")
            .put("amount", 82000);
    private static final PasskeyChallenge CHALLENGE = PasskeyChallenge.over(DETAILS);

    private static AssertionVerdict judge(RelyingParty relyingParty, JsonNode credential, Passkey passkey) {
        return switch (AuthenticationResponse.read(credential)) {
            case AuthenticationResponse response ->
                Objects.requireNonNull(VERIFIERS.get(relyingParty)).verify(response, CHALLENGE, passkey);
            case PasskeyRefused refused -> refused;
        };
    }

    private static AssertionVerdict judge(SampleAuthenticator.Answer answer) {
        return judge(ALONE, answer.authentication(), AUTHENTICATOR.passkey(0));
    }

    private static PasskeyRefused refused(PasskeyFault fault) {
        return new PasskeyRefused(fault);
    }

    private static SampleAuthenticator.Answer answer() {
        return AUTHENTICATOR.assertion(CHALLENGE);
    }

    private static Stream<SampleAuthenticator> authenticators() {
        return Stream.of(AUTHENTICATOR, SampleAuthenticator.ed25519(), SampleAuthenticator.rs256());
    }

    @ParameterizedTest
    @MethodSource("authenticators")
    @DisplayName("APR-3: an assertion over the challenge of these details passes, and is evidence of them")
    void passes(SampleAuthenticator authenticator) {
        ObjectNode credential = authenticator.assertion(CHALLENGE).authentication();
        AssertionVerdict verdict = judge(ALONE, credential, authenticator.passkey(0));

        assertThat(verdict).isInstanceOf(VerifiedAssertion.class);
        ObjectNode evidence = ((VerifiedAssertion) verdict).evidence(DETAILS);
        assertThat(evidence.get("details")).isEqualTo(DETAILS);
        assertThat(evidence.get("credential")).isEqualTo(credential);
        assertThat(evidence.get("passkey").propertyNames()).contains("kty", "alg");
    }

    @Test
    @DisplayName("APR-3: the challenge is the SHA-256 of the details' canonical form")
    void challengeOfDetails() {
        assertThat(Base64Url.decode(CHALLENGE.text())).isEqualTo(Sha256.bytes(CanonicalJson.bytes(DETAILS)));
    }

    @Test
    @DisplayName("B59: an assertion is no evidence of other details")
    void evidenceOfOthers() {
        VerifiedAssertion verified = (VerifiedAssertion) judge(answer());
        assertThatIllegalArgumentException()
                .isThrownBy(() -> verified.evidence(DETAILS.deepCopy().put("amount", 820000)));
    }

    @Test
    @DisplayName("APR-3: what was claimed can be told before anything is verified")
    void lightReading() {
        AuthenticationReading reading = AuthenticationResponse.read(
                answer().flags(0).rpId("other.example").authentication());
        assertThat(reading).isInstanceOf(AuthenticationResponse.class);
        AuthenticationResponse response = (AuthenticationResponse) reading;
        assertThat(response.claimedChallenge()).isEqualTo(CHALLENGE);
        assertThat(response.credentialId()).isEqualTo(AUTHENTICATOR.credentialId);
    }

    @Test
    @DisplayName("B52: what can't be read otherwise still names the challenge that dies with it")
    void claimedByTheUnreadable() {
        ObjectNode bad = answer().without("origin").authentication();
        bad.remove("id");
        ((ObjectNode) bad.get("response")).remove("signature");
        assertThat(AuthenticationResponse.read(bad)).isInstanceOf(PasskeyRefused.class);
        assertThat(AuthenticationResponse.claimed(bad)).contains(CHALLENGE);
        ((ObjectNode) bad.get("response")).put("clientDataJSON", "AAAA");
        assertThat(AuthenticationResponse.claimed(bad)).isEmpty();
        assertThat(AuthenticationResponse.claimed(JsonNodeFactory.instance.nullNode()))
                .isEmpty();
    }

    @Test
    @DisplayName("B52: another challenge is refused, also one that differs in its spelling only")
    void otherChallenge() {
        PasskeyChallenge other = PasskeyChallenge.over(DETAILS.deepCopy().put("amount", 820000));
        assertThat(judge(AUTHENTICATOR.assertion(other))).isEqualTo(refused(PasskeyFault.CHALLENGE));
        assertThat(judge(answer().client("challenge", CHALLENGE.text() + "=")))
                .isEqualTo(refused(PasskeyFault.MALFORMED));
    }

    @Test
    @DisplayName("APR-3: a registration is no assertion")
    void otherType() {
        assertThat(judge(answer().client("type", "webauthn.create"))).isEqualTo(refused(PasskeyFault.TYPE));
        assertThat(judge(answer().client("type", "payment.get"))).isEqualTo(refused(PasskeyFault.TYPE));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example",
                "https://approve.shop.example:8443",
                "https://approve.shop.example:443",
                "https://approve.shop.example/",
                "https://APPROVE.shop.example",
                "http://approve.shop.example",
                "https://approve.shop.example.evil.example",
                "null",
                ""
            })
    @DisplayName("APR-3: origins are compared to the letter")
    void otherOrigin(String origin) {
        assertThat(judge(answer().client("origin", origin))).isEqualTo(refused(PasskeyFault.ORIGIN));
    }

    @Test
    @DisplayName("B55: crossOrigin passes with a configured topOrigin only, and topOrigin with crossOrigin only")
    void embedding() {
        Passkey passkey = AUTHENTICATOR.passkey(0);
        ObjectNode known = answer().crossOrigin(true).client("topOrigin", SHOP).authentication();
        assertThat(judge(EMBEDDED, known, passkey)).isInstanceOf(VerifiedAssertion.class);
        assertThat(judge(ALONE, known, passkey)).isEqualTo(refused(PasskeyFault.EMBEDDING));
        for (SampleAuthenticator.Answer bad : List.of(
                answer().crossOrigin(true),
                answer().crossOrigin(true).client("topOrigin", "https://shop.example"),
                answer().crossOrigin(true).client("topOrigin", SHOP + "/"),
                answer().crossOrigin(true).client("topOrigin", ""),
                answer().client("topOrigin", SHOP),
                answer().without("crossOrigin").client("topOrigin", SHOP))) {
            assertThat(judge(EMBEDDED, bad.authentication(), passkey)).isEqualTo(refused(PasskeyFault.EMBEDDING));
        }
        assertThat(judge(EMBEDDED, answer().authentication(), passkey)).isInstanceOf(VerifiedAssertion.class);
        assertThat(judge(answer().without("crossOrigin"))).isInstanceOf(VerifiedAssertion.class);
        assertThat(judge(answer().without("crossOrigin").client("crossOrigin", "false")))
                .isEqualTo(refused(PasskeyFault.MALFORMED));
    }

    @Test
    @DisplayName("APR-3: a passkey of another relying party is refused")
    void otherRelyingParty() {
        assertThat(judge(answer().rpId("approve.shop.example"))).isEqualTo(refused(PasskeyFault.RELYING_PARTY));
    }

    @Test
    @DisplayName("B53: a user who is not verified, or not there, approves nothing")
    void userNotVerified() {
        assertThat(judge(answer().flags(UP))).isEqualTo(refused(PasskeyFault.USER_NOT_VERIFIED));
        assertThat(judge(answer().flags(UV))).isEqualTo(refused(PasskeyFault.USER_NOT_PRESENT));
        assertThat(judge(answer().flags(0))).isInstanceOf(PasskeyRefused.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0, true",
        "7, 7, false",
        "7, 0, false",
        "0, 5, true",
        "7, 8, true",
        "7, 6, false",
        "4294967294, 4294967295, true"
    })
    @DisplayName("B56: 0 after 0 passes, otherwise the counter rises; a fall is told as such")
    void counters(long stored, long shown, boolean passes) {
        AssertionVerdict verdict =
                judge(ALONE, answer().counter(shown).authentication(), AUTHENTICATOR.passkey(stored));
        if (passes) {
            assertThat(verdict).isInstanceOf(VerifiedAssertion.class);
            assertThat(((VerifiedAssertion) verdict).counter()).isEqualTo(shown);
        } else {
            assertThat(verdict).isEqualTo(refused(PasskeyFault.COUNTER));
        }
    }

    @Test
    @DisplayName("B56: a fall under a wrong signature is a wrong signature: nobody else can raise the alarm")
    void fallIsTheOwners() {
        ObjectNode foreign = SampleAuthenticator.es256().assertion(CHALLENGE).authentication();
        assertThat(judge(ALONE, foreign, AUTHENTICATOR.passkey(7))).isEqualTo(refused(PasskeyFault.SIGNATURE));
    }

    @Test
    @DisplayName("APR-3: another key's signature, and another credential's, are refused")
    void otherKey() {
        SampleAuthenticator other = SampleAuthenticator.es256();
        assertThat(judge(ALONE, other.assertion(CHALLENGE).authentication(), AUTHENTICATOR.passkey(0)))
                .isEqualTo(refused(PasskeyFault.SIGNATURE));
        assertThat(judge(answer().id("b3RoZXI"))).isEqualTo(refused(PasskeyFault.CREDENTIAL));
    }

    @Test
    @DisplayName("APR-3: a user handle, where there is one, is the seller's")
    void userHandles() {
        assertThat(judge(answer().userHandle(Passkey.userHandle(SELLER)))).isInstanceOf(VerifiedAssertion.class);
        assertThat(judge(answer().userHandle(Passkey.userHandle("slr_8"))))
                .isEqualTo(refused(PasskeyFault.USER_HANDLE));
        ObjectNode none = answer().authentication();
        ((ObjectNode) none.get("response")).putNull("userHandle");
        assertThat(judge(ALONE, none, AUTHENTICATOR.passkey(0))).isInstanceOf(VerifiedAssertion.class);
    }

    @Test
    @DisplayName(
            "WebAuthn 7.2: backed up without being eligible is a contradiction, and so is eligible when it was not")
    void backupFlags() {
        assertThat(judge(answer().flags(UP | UV | BS))).isEqualTo(refused(PasskeyFault.BACKUP_STATE));
        assertThat(judge(answer().flags(UP | UV | BE | BS))).isInstanceOf(VerifiedAssertion.class);
        Passkey kept = AUTHENTICATOR.passkey(0);
        Passkey bound =
                new Passkey(kept.credentialId(), SELLER, kept.key(), kept.userHandle(), false, 0, kept.registeredAt());
        assertThat(judge(ALONE, answer().flags(UP | UV | BE).authentication(), bound))
                .isEqualTo(refused(PasskeyFault.BACKUP_STATE));
        assertThat(judge(ALONE, answer().authentication(), bound)).isInstanceOf(VerifiedAssertion.class);
    }

    private static byte[] replaced(byte[] json, String from, String to) {
        String text = new String(json, StandardCharsets.UTF_8);
        assertThat(text).contains(from);
        return text.replace(from, to).getBytes(StandardCharsets.UTF_8);
    }

    @Test
    @DisplayName("B66: client data that can be read in two ways is refused, though it is well signed")
    void strictClientData() {
        List<UnaryOperator<byte[]>> changes = List.of(
                json -> replaced(json, "{\"type\"", "{\"type\":\"webauthn.create\",\"type\""),
                json -> replaced(json, "{\"type\"", "\uFEFF{\"type\""),
                json -> replaced(json, "\"crossOrigin\":false", "\"crossOrigin\":false,"),
                json -> replaced(json, "false}", "false}{}"),
                json -> replaced(json, "\"origin\":", "\"origin\":[],\"x\":"),
                json -> replaced(json, "\"challenge\":", "\"challenge\":7,\"x\":"),
                json -> replaced(json, "\"type\":", "\"kind\":"),
                json -> "[]".getBytes(StandardCharsets.UTF_8),
                json -> new byte[] {(byte) 0xff});
        for (UnaryOperator<byte[]> change : changes) {
            assertThat(judge(answer().written(change))).isEqualTo(refused(PasskeyFault.MALFORMED));
        }
        assertThat(judge(answer().client("extraData", "the future"))).isInstanceOf(VerifiedAssertion.class);
    }

    @Test
    @DisplayName("APR-3: authenticator data with more or less than its flags announce is refused")
    void authenticatorData() {
        assertThat(judge(answer().more(new byte[] {0}))).isInstanceOf(PasskeyRefused.class);
        assertThat(judge(answer().flags(UP | UV | 0x40))).isInstanceOf(PasskeyRefused.class);
        assertThat(judge(answer().flags(UP | UV | 0x80))).isEqualTo(refused(PasskeyFault.MALFORMED));
        ObjectNode shortened = answer().authentication();
        ((ObjectNode) shortened.get("response")).put("authenticatorData", "AAAA");
        assertThat(judge(ALONE, shortened, AUTHENTICATOR.passkey(0))).isInstanceOf(PasskeyRefused.class);
    }

    private static JsonNode changed(String path, JsonNode value) {
        ObjectNode credential = answer().authentication();
        ObjectNode parent = path.startsWith("response/") ? (ObjectNode) credential.get("response") : credential;
        String member = path.substring(path.indexOf('/') + 1);
        if (value.isMissingNode()) {
            parent.remove(member);
        } else {
            parent.set(member, value);
        }
        return credential;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "id",
                "rawId",
                "type",
                "response",
                "response/clientDataJSON",
                "response/authenticatorData",
                "response/signature"
            })
    @DisplayName("APR-8: each member of AuthenticationResponseJSON is needed, in its form and size")
    void everyMember(String member) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        for (JsonNode bad : List.of(
                json.missingNode(),
                json.nullNode(),
                json.numberNode(7),
                json.booleanNode(true),
                json.arrayNode(),
                json.objectNode(),
                json.stringNode(""),
                json.stringNode("!!!!"),
                json.stringNode("AB=="),
                json.stringNode("A+/B"),
                json.stringNode("AB"),
                json.stringNode("A".repeat(2_000_000)))) {
            assertThat(AuthenticationResponse.read(changed(member, bad)))
                    .as("%s: %.40s", member, bad)
                    .isEqualTo(refused(PasskeyFault.MALFORMED));
        }
    }

    @Test
    @DisplayName("APR-8: what is no object is no credential, and members that nobody knows are left alone")
    void noObject() {
        JsonNodeFactory json = JsonNodeFactory.instance;
        for (JsonNode bad : List.of(json.missingNode(), json.nullNode(), json.stringNode("x"), json.arrayNode())) {
            assertThat(AuthenticationResponse.read(bad)).isEqualTo(refused(PasskeyFault.MALFORMED));
        }
        ObjectNode more = answer().authentication();
        more.put("authenticatorAttachment", "platform").putObject("clientExtensionResults");
        assertThat(judge(ALONE, more, AUTHENTICATOR.passkey(0))).isInstanceOf(VerifiedAssertion.class);
    }

    @Test
    @DisplayName("APR-3: of what a passkey signed no bit can be changed, and nothing that comes in is an exception")
    void everyBit() {
        Random random = new Random(20261130);
        Passkey passkey = AUTHENTICATOR.passkey(0);
        for (String member : List.of("clientDataJSON", "authenticatorData", "signature")) {
            ObjectNode credential = answer().authentication();
            ObjectNode response = (ObjectNode) credential.get("response");
            byte[] good = Base64Url.decode(response.get(member).stringValue());
            for (int i = 0; i < good.length; i++) {
                byte[] changed = good.clone();
                changed[i] ^= (byte) (1 << random.nextInt(8));
                response.put(member, Base64Url.encode(changed));
                assertThat(judge(ALONE, credential, passkey)).as(member + i).isInstanceOf(PasskeyRefused.class);
            }
        }
    }
}
