package dev.rctp.conformance.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.jwk.ECKey;
import dev.rctp.registries.Sha256;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Signature;
import java.text.ParseException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Random;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The ceremonies of a passkey (WebAuthn Level 3). */
final class SoftwarePasskeyTest {

    private final SoftwarePasskey passkey = SoftwarePasskey.create("localhost", "https://localhost:1", new Random(1));

    @RepeatedTest(8)
    void signsAuthenticatorAndClientData() throws GeneralSecurityException, ParseException, JOSEException {
        passkey.counter(258);
        JsonNode response = passkey.assertion("Y2hhbGxlbmdl").path("response");
        byte[] data = octets(response, "authenticatorData");
        byte[] client = octets(response, "clientDataJSON");
        assertThat(Arrays.copyOf(data, 32)).isEqualTo(Sha256.bytes("localhost".getBytes(StandardCharsets.US_ASCII)));
        assertThat(data[32]).isEqualTo((byte) 5);
        assertThat(ByteBuffer.wrap(data, 33, 4).getInt()).isEqualTo(258);
        assertThat(JsonMapper.shared().readTree(client).path("challenge").stringValue())
                .isEqualTo("Y2hhbGxlbmdl");
        Signature signature = Signature.getInstance("SHA256withECDSA");
        signature.initVerify(ECKey.parse(passkey.publicJwk().toString()).toECPublicKey());
        signature.update(data);
        signature.update(Sha256.bytes(client));
        assertThat(signature.verify(octets(response, "signature"))).isTrue();
    }

    @Test
    void saysWhatAFaultAsks() {
        JsonNode bad = passkey.assertion(
                "Yw",
                ceremony -> ceremony.flags(Ceremony.USER_PRESENT)
                        .origin("https://evil.example")
                        .topOrigin("https://top.example")
                        .crossOrigin(true)
                        .signature(signature -> new byte[1]));
        JsonNode client = JsonMapper.shared().readTree(octets(bad.path("response"), "clientDataJSON"));
        assertThat(client.path("origin").stringValue()).isEqualTo("https://evil.example");
        assertThat(client.path("topOrigin").stringValue()).isEqualTo("https://top.example");
        assertThat(client.path("crossOrigin").booleanValue()).isTrue();
        assertThat(octets(bad.path("response"), "signature")).hasSize(1);
        assertThat(octets(bad.path("response"), "authenticatorData")[32]).isEqualTo((byte) 1);
    }

    @Test
    void attestsItsKeyToNobody() {
        JsonNode response = passkey.registration("Yw").path("response");
        String attestation = new String(octets(response, "attestationObject"), StandardCharsets.ISO_8859_1);
        byte[] x = Base64.getUrlDecoder().decode(passkey.publicJwk().path("x").stringValue());
        assertThat(attestation)
                .contains("none", new String(x, StandardCharsets.ISO_8859_1))
                .contains(
                        new String(Base64.getUrlDecoder().decode(passkey.credentialId()), StandardCharsets.ISO_8859_1));
    }

    private static byte[] octets(JsonNode object, String member) {
        return Base64.getUrlDecoder().decode(object.path(member).stringValue());
    }
}
