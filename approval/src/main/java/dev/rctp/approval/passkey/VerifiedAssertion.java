package dev.rctp.approval.passkey;

import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A seller's passkey signed exactly what it was asked to, with its user verified (APR-3); only {@link AssertionVerifier} makes one. */
public final class VerifiedAssertion implements AssertionVerdict {

    private final Passkey passkey;
    private final AuthenticationResponse response;
    private final long counter;

    VerifiedAssertion(Passkey passkey, AuthenticationResponse response, long counter) {
        this.passkey = passkey;
        this.response = response;
        this.counter = counter;
    }

    /** The passkey that signed, as it was before. */
    public Passkey passkey() {
        return passkey;
    }

    /** The challenge that was signed. */
    public PasskeyChallenge challenge() {
        return response.claimedChallenge();
    }

    /** The signature counter that it showed. */
    public long counter() {
        return counter;
    }

    /**
     * What anyone needs to check the signature again, offline (REC-6): {@code details}, {@code credential}, {@code passkey}. Throws
     * {@link IllegalArgumentException} for details that are not those that were signed.
     */
    public ObjectNode evidence(ObjectNode details) {
        if (!PasskeyChallenge.over(details).equals(challenge())) {
            throw new IllegalArgumentException("these details are not what the passkey signed");
        }
        ObjectNode evidence = JsonNodeFactory.instance.objectNode();
        evidence.set("details", details.deepCopy());
        evidence.set("credential", response.json());
        evidence.set("passkey", passkey.key().json());
        return evidence;
    }
}
