package dev.rctp.approval.passkey;

/** What is wrong with a passkey or with what it answered; all of it is {@code approval_invalid} (APR-3). */
public enum PasskeyFault {
    /** Not the JSON, CBOR or base64url that WebAuthn asks for, or too large. */
    MALFORMED("credential_malformed", "The passkey's answer is not in the form that WebAuthn gives it."),
    /** Made for registration where an assertion is asked for, or the other way round. */
    TYPE("type_mismatch", "The passkey's answer is of another kind than was asked for."),
    /** Made for another challenge (B52). */
    CHALLENGE("challenge_mismatch", "The passkey answered something else than was asked."),
    /** Made at an origin that is not configured. */
    ORIGIN("origin_mismatch", "The passkey was used at another origin."),
    /** Made in a frame whose top origin is not configured (B55). */
    EMBEDDING("top_origin_mismatch", "The page was embedded where it may not be."),
    /** Made for another relying party. */
    RELYING_PARTY("rp_id_mismatch", "The passkey belongs to another site."),
    /** Nobody was there. */
    USER_NOT_PRESENT("user_not_present", "The passkey was used without its user."),
    /** Nobody was recognized (B53). */
    USER_NOT_VERIFIED("user_not_verified", "The passkey did not verify its user."),
    /** Another passkey than the one that is named. */
    CREDENTIAL("credential_mismatch", "Another passkey answered."),
    /** A passkey of another account. */
    USER_HANDLE("user_handle_mismatch", "The passkey belongs to another account."),
    /** Not ES256, Ed25519 or RS256, or a key that is for something else (B58). */
    ALGORITHM("algorithm_unsupported", "The passkey's algorithm is not accepted, or its key is for another."),
    /** No point of its curve, or a modulus that is too small (B58). */
    KEY("key_invalid", "The passkey's public key is not a good one."),
    /** An attestation statement that was not asked for, or is wrong. */
    ATTESTATION("attestation_invalid", "The passkey came with an attestation that is not accepted."),
    /** Signed by something else than this passkey. */
    SIGNATURE("signature_mismatch", "The passkey's signature is wrong."),
    /** Flags that contradict each other or the passkey's registration. */
    BACKUP_STATE("backup_state_mismatch", "The passkey's backup flags contradict each other."),
    /** The signature counter did not rise: the passkey may have a copy (B56). */
    COUNTER("counter_fell", "The passkey's counter did not rise; there may be a copy of it.");

    private final String cause;
    private final String sentence;

    PasskeyFault(String cause, String sentence) {
        this.cause = cause;
        this.sentence = sentence;
    }

    /** The stable token for {@code detail.cause} and the record. */
    public String cause() {
        return cause;
    }

    /** One plain sentence for people. */
    public String sentence() {
        return sentence;
    }
}
