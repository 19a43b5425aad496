package dev.rctp.approval.passkey;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An {@code AuthenticationResponseJSON} (WebAuthn section 5.1) in good form; nothing that it says is verified yet. */
public final class AuthenticationResponse implements AuthenticationReading {

    private static final int MOST_DATA = 4096;
    private static final int MOST_SIGNATURE = 1024;
    private static final int MOST_HANDLE = 64;

    private final CredentialJson credential;
    private final byte[] clientDataJson;
    private final ClientData clientData;
    private final byte[] authenticatorData;
    private final byte[] signature;
    private final byte @Nullable [] userHandle;

    private AuthenticationResponse(CredentialJson credential) throws Unfit {
        this.credential = credential;
        this.clientDataJson = credential.bytes("clientDataJSON", ClientData.MOST);
        this.clientData = ClientData.read(clientDataJson);
        this.authenticatorData = credential.bytes("authenticatorData", MOST_DATA);
        this.signature = credential.bytes("signature", MOST_SIGNATURE);
        JsonNode handle = credential.response().path("userHandle");
        this.userHandle = handle.isMissingNode() || handle.isNull() ? null : Base64Url.decode(handle, MOST_HANDLE);
    }

    /** Reads the parsed body's {@code credential}; sizes are limited. */
    public static AuthenticationReading read(JsonNode credential) {
        try {
            return new AuthenticationResponse(CredentialJson.read(credential));
        } catch (Unfit e) {
            return e.refused();
        }
    }

    /** The challenge that a refused one says it answers, where that much can be read: it dies too (B52). */
    public static Optional<PasskeyChallenge> claimed(JsonNode credential) {
        return ClientData.claimed(credential);
    }

    /** The passkey that it says it is of, base64url. */
    public String credentialId() {
        return credential.id();
    }

    /** The challenge that it says it answers: what dies with it, good or bad (APR-3). */
    public PasskeyChallenge claimedChallenge() {
        return clientData.challenge();
    }

    /** What of it the record keeps: {@code id}, {@code rawId}, {@code type} and {@code response}, whose members are those that were signed. */
    public ObjectNode json() {
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("id", credentialId())
                .put("rawId", credentialId())
                .put("type", "public-key");
        ObjectNode response = json.putObject("response")
                .put("clientDataJSON", Base64Url.encode(clientDataJson))
                .put("authenticatorData", Base64Url.encode(authenticatorData))
                .put("signature", Base64Url.encode(signature));
        if (userHandle != null) {
            response.put("userHandle", Base64Url.encode(userHandle));
        }
        return json;
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

    byte[] authenticatorData() {
        return authenticatorData.clone();
    }

    byte[] signature() {
        return signature.clone();
    }

    /** Whether it names this account, or none, as passkeys that can't be discovered may (section 7.2, step 6). */
    boolean isOf(String handle) {
        return userHandle == null || Base64Url.encode(userHandle).equals(handle);
    }
}
