package dev.rctp.conformance.breakable.domain.approval;

import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.jose.Base64Url;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** Reads a new passkey out of what the browser gives (WebAuthn Level 3, 7.1; attestation isn't judged). */
public final class Registrations {

    private static final int ATTESTED = 0x40;

    private final Assertions assertions;

    /** Judges origin, RP id and flags as for an assertion. */
    public Registrations(Assertions assertions) {
        this.assertions = assertions;
    }

    /** The passkey; empty where the credential doesn't hold. */
    public Optional<Passkey> passkey(JsonNode credential) {
        Optional<byte[]> object = Base64Url.octets(Json.text(credential.path("response"), "attestationObject"));
        boolean client = Assertions.clientData(credential)
                .filter(data -> assertions.clientFault(data, "webauthn.create").isEmpty())
                .isPresent();
        if (object.isEmpty() || !client) {
            return Optional.empty();
        }
        try {
            return new Cbor(object.get()).next() instanceof Map<?, ?> map && map.get("authData") instanceof byte[] data
                    ? attested(data, Json.text(credential, "id"))
                    : Optional.empty();
        } catch (RuntimeException malformed) {
            return Optional.empty();
        }
    }

    private Optional<Passkey> attested(byte[] data, String id) {
        if (assertions.authenticatorFault(data).isPresent() || (data[32] & ATTESTED) == 0) {
            return Optional.empty();
        }
        int length = ((data[53] & 0xff) << 8) | (data[54] & 0xff);
        String credentialId = Base64Url.text(Arrays.copyOfRange(data, 55, 55 + length));
        Object cose = new Cbor(Arrays.copyOfRange(data, 55 + length, data.length)).next();
        return cose instanceof Map<?, ?> map && credentialId.equals(id)
                ? Optional.of(new Passkey(credentialId, Passkey.cose(map), Assertions.counter(data)))
                : Optional.empty();
    }
}
