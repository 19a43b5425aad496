package dev.rctp.msgsig;

import dev.rctp.msgsig.profile.Operator;

/** The agent whose signature on one request was verified (SIG, OPR); only verification in this package makes one. */
public final class VerifiedAgent implements Authentication {

    private final Operator operator;
    private final VerificationKey key;

    VerifiedAgent(Operator operator, VerificationKey key) {
        this.operator = operator;
        this.key = key;
    }

    /** The company that runs it. */
    public Operator operator() {
        return operator;
    }

    /** The RFC 7638 thumbprint of the key it signed with. */
    public String jkt() {
        return key.thumbprint();
    }

    /** The key it signed with, which what it sends may have to be signed by too (EVT-1). */
    public VerificationKey key() {
        return key;
    }

    @Override
    public String toString() {
        return "VerifiedAgent[" + operator.profile() + " " + jkt() + "]";
    }
}
