package dev.rctp.gateway.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.approval.passkey.AssertionVerifier;
import dev.rctp.approval.passkey.AuthenticationResponse;
import dev.rctp.approval.passkey.Passkey;
import dev.rctp.approval.passkey.PasskeyChallenge;
import dev.rctp.approval.passkey.RegistrationResponse;
import dev.rctp.approval.passkey.RegistrationVerifier;
import dev.rctp.approval.passkey.RelyingParty;
import dev.rctp.approval.passkey.VerifiedAssertion;
import dev.rctp.attest.verify.PasskeyEvidence;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class SoftwarePasskeyTest {

    private static final String ORIGIN = "http://localhost:4001";
    private static final RelyingParty RELYING_PARTY = new RelyingParty("localhost", Set.of(ORIGIN), Set.of());
    private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

    private final SecureRandom random = new SecureRandom();
    private final SellerPasskey seller = sellers().getFirst();
    private final SoftwarePasskey software = new SoftwarePasskey(seller, "localhost", ORIGIN);

    private List<SellerPasskey> sellers() {
        try {
            return new SellerPasskeys(List.of("slr_1"), Cryptography.select(), random, null).all();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private VerifiedAssertion approves(Passkey passkey, PasskeyChallenge challenge) {
        AuthenticationResponse response =
                (AuthenticationResponse) AuthenticationResponse.read(software.assertion(challenge.text()));
        return (VerifiedAssertion) new AssertionVerifier(RELYING_PARTY).verify(response, challenge, passkey);
    }

    private Passkey imported() {
        JsonNode id = JsonNodeFactory.instance.stringNode(seller.credentialId());
        return (Passkey) Passkey.imported("slr_1", id, seller.key().publicJwk(), null, 0, NOW);
    }

    private static ObjectNode details() {
        ObjectNode details = JsonNodeFactory.instance
                .objectNode()
                .put("type", "dev.rctp.approval")
                .put("action", "offer.accept")
                .put("decision", "approve");
        details.putObject("price").put("amount", 82000).put("currency", "EUR");
        return details;
    }

    @Test
    @DisplayName("APR-9: the sandbox's passkey enrols, as the one that can be imported")
    void enrols() {
        PasskeyChallenge challenge = PasskeyChallenge.random(random);
        RegistrationResponse response =
                (RegistrationResponse) RegistrationResponse.read(software.registration(challenge.text()));
        Passkey passkey =
                (Passkey) new RegistrationVerifier(RELYING_PARTY, () -> NOW).verify(response, challenge, "slr_1");

        assertThat(passkey.credentialId()).isEqualTo(seller.credentialId());
        assertThat(passkey.key()).isEqualTo(imported().key());
        assertThat(passkey.counter()).isZero();
        assertThat(approves(passkey, challenge).counter()).isZero();
    }

    @Test
    @DisplayName("REC-4: what it approves can be checked offline, and not when one byte of the amount is changed")
    void approvesForTheRecord() throws InvalidJsonException {
        ObjectNode details = details();
        String evidence = approves(imported(), PasskeyChallenge.over(details))
                .evidence(details)
                .toString();

        assertThat(fault(evidence, "localhost")).isEqualTo("none");
        assertThat(fault(evidence.replace("82000", "82001"), "localhost"))
                .isEqualTo("a passkey that signed other details");
        assertThat(fault(evidence, "shop.example")).isEqualTo("a passkey of another relying party");
    }

    @Test
    @DisplayName("APR-3: it signs in DER, whatever the first bits of r and s are")
    void manySignatures() {
        Passkey passkey = imported();
        for (int i = 0; i < 64; i++) {
            assertThat(approves(passkey, PasskeyChallenge.random(random))).isNotNull();
        }
    }

    private static String fault(String evidence, String rpId) throws InvalidJsonException {
        return PasskeyEvidence.fault(StrictJson.parse(evidence.getBytes(StandardCharsets.UTF_8)), rpId)
                .orElse("none");
    }
}
