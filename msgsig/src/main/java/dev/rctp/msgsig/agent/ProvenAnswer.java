package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.HttpFields;
import java.util.Optional;

/** An answer whose signature by the gateway was verified, bound to the request it answers (RSP-1); only {@link AnswerVerifier} makes one. */
public final class ProvenAnswer implements AnswerVerdict {

    private final int status;
    private final HttpFields fields;
    private final byte[] body;
    private final String keyId;

    ProvenAnswer(int status, HttpFields fields, byte[] body, String keyId) {
        this.status = status;
        this.fields = fields;
        this.body = body.clone();
        this.keyId = keyId;
    }

    /** The status. */
    public int status() {
        return status;
    }

    /** The raw body, empty for none; a fresh copy. */
    public byte[] body() {
        return body.clone();
    }

    /** What was decided (DEC-2); empty for a read that succeeded. */
    public Optional<DecisionField> decision() {
        return fields.combined("rctp-decision").flatMap(DecisionField::parse);
    }

    /** The receipt (DEC-6); empty where the answer has no entry in a subject's record. */
    public Optional<Receipt> receipt() {
        return fields.combined("rctp-record").flatMap(Receipt::parse);
    }

    /** The thumbprint of the gateway's key. */
    public String keyId() {
        return keyId;
    }

    @Override
    public String toString() {
        return "ProvenAnswer[" + status + " by " + keyId + "]";
    }
}
