package dev.rctp.approval.passkey;

import com.webauthn4j.data.attestation.statement.COSEAlgorithmIdentifier;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What a page asks the browser for (WebAuthn section 5.1, the two options JSONs): always with the user verified. */
public final class CredentialOptions {

    private final RelyingParty relyingParty;
    private final Duration timeout;

    /**
     * For this relying party.
     *
     * @param timeout how long the browser shall wait for the user
     */
    public CredentialOptions(RelyingParty relyingParty, Duration timeout) {
        this.relyingParty = relyingParty;
        this.timeout = timeout;
    }

    /**
     * {@code PublicKeyCredentialCreationOptionsJSON}: a new passkey for a seller, without attestation (APR-9).
     *
     * @param seller the {@code sub}
     * @param account what the browser shows as the account's name
     * @param known those that the seller has; the authenticator that holds one makes no second
     */
    public ObjectNode creation(String seller, String account, PasskeyChallenge challenge, List<Passkey> known) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.putObject("rp").put("id", relyingParty.id()).put("name", relyingParty.id());
        options.putObject("user")
                .put("id", Passkey.userHandle(seller))
                .put("name", account)
                .put("displayName", account);
        options.put("challenge", challenge.text());
        ArrayNode algorithms = options.putArray("pubKeyCredParams");
        for (KeyAlgorithm one : KeyAlgorithm.values()) {
            algorithms.addObject().put("type", "public-key").put("alg", value(one.cose()));
        }
        options.put("timeout", timeout.toMillis());
        options.set("excludeCredentials", descriptors(known));
        options.putObject("authenticatorSelection")
                .put("residentKey", "preferred")
                .put("requireResidentKey", false)
                .put("userVerification", "required");
        return options.put("attestation", "none");
    }

    /** {@code PublicKeyCredentialRequestOptionsJSON}: an assertion by one of these. */
    public ObjectNode request(PasskeyChallenge challenge, List<Passkey> allowed) {
        ObjectNode options = JsonNodeFactory.instance
                .objectNode()
                .put("challenge", challenge.text())
                .put("timeout", timeout.toMillis())
                .put("rpId", relyingParty.id());
        options.set("allowCredentials", descriptors(allowed));
        return options.put("userVerification", "required");
    }

    private static long value(COSEAlgorithmIdentifier algorithm) {
        return algorithm.getValue();
    }

    private static ArrayNode descriptors(List<Passkey> passkeys) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        passkeys.forEach(passkey -> list.addObject().put("type", "public-key").put("id", passkey.credentialId()));
        return list;
    }
}
