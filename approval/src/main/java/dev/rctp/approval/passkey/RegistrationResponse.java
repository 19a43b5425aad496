package dev.rctp.approval.passkey;

import java.util.Optional;
import tools.jackson.databind.JsonNode;

/** A {@code RegistrationResponseJSON} (WebAuthn section 5.1) in good form; nothing that it says is verified yet. */
public final class RegistrationResponse implements RegistrationReading {

    private static final int MOST_OBJECT = 16384;

    private final CredentialJson credential;
    private final byte[] clientDataJson;
    private final ClientData clientData;
    private final byte[] attestationObject;

    private RegistrationResponse(CredentialJson credential) throws Unfit {
        this.credential = credential;
        this.clientDataJson = credential.bytes("clientDataJSON", ClientData.MOST);
        this.clientData = ClientData.read(clientDataJson);
        this.attestationObject = credential.bytes("attestationObject", MOST_OBJECT);
    }

    /** Reads the parsed body's {@code credential}; sizes are limited. */
    public static RegistrationReading read(JsonNode credential) {
        try {
            return new RegistrationResponse(CredentialJson.read(credential));
        } catch (Unfit e) {
            return e.refused();
        }
    }

    /** The challenge that a refused one says it answers, where that much can be read: it dies too (B52). */
    public static Optional<PasskeyChallenge> claimed(JsonNode credential) {
        return ClientData.claimed(credential);
    }

    /** The passkey that it says it made, base64url. */
    public String credentialId() {
        return credential.id();
    }

    /** The challenge that it says it answers: what dies with it, good or bad (B52). */
    public PasskeyChallenge claimedChallenge() {
        return clientData.challenge();
    }

    byte[] credentialIdBytes() {
        return credential.idBytes();
    }

    ClientData clientData() {
        return clientData;
    }

    byte[] clientDataJson() {
        return clientDataJson.clone();
    }

    byte[] attestationObject() {
        return attestationObject.clone();
    }
}
