package dev.rctp.approval.passkey;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The test vectors of WebAuthn Level 3; all of them are embedded where example.com may embed. */
class VectorsTest {

    private static final RelyingParty RELYING_PARTY =
            new RelyingParty("example.org", Set.of("https://example.org"), Set.of("https://example.com"));
    private static final Set<String> ACCEPTED = Set.of("ES256", "EdDSA", "RS256");
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    /** One vector; its name is its anchor in the specification. */
    record Case(String name, JsonNode json) {
        @Override
        public String toString() {
            return name;
        }

        String jose() {
            return switch (json.get("cose_alg").intValue()) {
                case -7 -> "ES256";
                case -8 -> "EdDSA";
                case -257 -> "RS256";
                default -> "another";
            };
        }

        boolean userVerified(String ceremony) {
            return json.get(ceremony).get("UV").booleanValue();
        }

        PasskeyChallenge challenge(String ceremony) {
            return new PasskeyChallenge(base64(json.get(ceremony).get("challenge")));
        }

        ObjectNode credential(String ceremony, String... members) {
            String id = base64(json.get("credential_id"));
            ObjectNode credential = JsonNodeFactory.instance
                    .objectNode()
                    .put("id", id)
                    .put("rawId", id)
                    .put("type", "public-key");
            ObjectNode response = credential.putObject("response");
            for (String member : members) {
                response.put(member, base64(json.get(ceremony).get(member)));
            }
            return credential;
        }

        AuthenticationResponse assertion() {
            AuthenticationReading reading = AuthenticationResponse.read(
                    credential("authentication", "clientDataJSON", "authenticatorData", "signature"));
            assertThat(reading).isInstanceOf(AuthenticationResponse.class);
            return (AuthenticationResponse) reading;
        }

        RegistrationResponse registration() {
            RegistrationReading reading =
                    RegistrationResponse.read(credential("registration", "clientDataJSON", "attestationObject"));
            assertThat(reading).isInstanceOf(RegistrationResponse.class);
            return (RegistrationResponse) reading;
        }

        ImportVerdict imported() {
            JsonNode id = JsonNodeFactory.instance.stringNode(base64(json.get("credential_id")));
            return Passkey.imported("slr_7", id, json.get("credential_public_key_jwk"), null, 0, NOW);
        }
    }

    private static String base64(JsonNode hex) {
        return Base64Url.encode(HexFormat.of().parseHex(hex.stringValue()));
    }

    private static Stream<Case> cases() throws IOException, InvalidJsonException {
        try (InputStream file = Objects.requireNonNull(
                VectorsTest.class.getResourceAsStream("/vectors/webauthn/webauthn-l3-vectors.json"),
                "the vectors of WebAuthn are missing")) {
            return StrictJson.parseObject(file.readAllBytes())
                    .get("cases")
                    .valueStream()
                    .map(one -> new Case(one.get("anchor").stringValue(), one))
                    .toList()
                    .stream();
        }
    }

    private static boolean isFramedWhoKnowsWhere(Case vector) {
        return vector.name().endsWith("-crossOrigin");
    }

    private static boolean isUnattested(Case vector) {
        return vector.name().contains("-none-") || vector.name().contains("-self-");
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName(
            "APR-3: of WebAuthn's assertions those pass that have an accepted algorithm, a verified user and a known top origin")
    void assertions(Case vector) {
        ImportVerdict imported = vector.imported();
        if (!ACCEPTED.contains(vector.jose())) {
            assertThat(imported).isInstanceOf(ImportRefused.class);
            return;
        }
        AssertionVerdict verdict = new AssertionVerifier(RELYING_PARTY)
                .verify(vector.assertion(), vector.challenge("authentication"), (Passkey) imported);
        if (isFramedWhoKnowsWhere(vector)) {
            assertThat(verdict).isEqualTo(new PasskeyRefused(PasskeyFault.EMBEDDING));
        } else if (!vector.userVerified("authentication")) {
            assertThat(verdict).isEqualTo(new PasskeyRefused(PasskeyFault.USER_NOT_VERIFIED));
        } else {
            assertThat(verdict).isInstanceOf(VerifiedAssertion.class);
            assertThat(((VerifiedAssertion) verdict).challenge()).isEqualTo(vector.challenge("authentication"));
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName(
            "APR-9: of WebAuthn's registrations those pass, beside all that, that come without an authority's attestation")
    void registrations(Case vector) {
        EnrolmentVerdict verdict = new RegistrationVerifier(RELYING_PARTY, () -> NOW)
                .verify(vector.registration(), vector.challenge("registration"), "slr_7");
        if (isFramedWhoKnowsWhere(vector)) {
            assertThat(verdict).isEqualTo(new PasskeyRefused(PasskeyFault.EMBEDDING));
        } else if (vector.name().contains("-tpm-")) {
            // a statement that is not even read
            assertThat(verdict).isEqualTo(new PasskeyRefused(PasskeyFault.MALFORMED));
        } else if (!isUnattested(vector)) {
            assertThat(verdict).isEqualTo(new PasskeyRefused(PasskeyFault.ATTESTATION));
        } else if (!vector.userVerified("registration")) {
            assertThat(verdict).isEqualTo(new PasskeyRefused(PasskeyFault.USER_NOT_VERIFIED));
        } else {
            assertThat(verdict).isInstanceOf(Passkey.class);
            ObjectNode jwk =
                    (ObjectNode) vector.json().get("credential_public_key_jwk").deepCopy();
            assertThat(((Passkey) verdict).key().json()).isEqualTo(jwk.put("alg", vector.jose()));
        }
    }

    @Test
    @DisplayName(
            "APR-3: at least one of WebAuthn's vectors passes for registration and for each accepted algorithm's key")
    void notAllAreRefused() throws IOException, InvalidJsonException {
        List<Case> cases = cases().toList();
        assertThat(cases).hasSize(15);
        assertThat(cases.stream()
                        .map(Case::imported)
                        .filter(Passkey.class::isInstance)
                        .map(one -> ((Passkey) one).key().json().get("alg").stringValue()))
                .containsAll(ACCEPTED);
        assertThat(cases.stream()
                        .filter(one -> one.userVerified("registration") && isUnattested(one))
                        .filter(one -> !isFramedWhoKnowsWhere(one)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("cases")
    @DisplayName("B55: without configured origins nothing passes that was embedded")
    void embeddedNowhere(Case vector) {
        RelyingParty alone = new RelyingParty("example.org", Set.of("https://example.org"), Set.of());
        if (vector.name().endsWith("-topOrigin") && vector.imported() instanceof Passkey passkey) {
            assertThat(new AssertionVerifier(alone)
                            .verify(vector.assertion(), vector.challenge("authentication"), passkey))
                    .isEqualTo(new PasskeyRefused(PasskeyFault.EMBEDDING));
        }
    }
}
