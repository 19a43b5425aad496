package dev.rctp.msgsig;

import dev.rctp.msgsig.profile.Operator;

/** The agent whose signature on one request was verified (SIG, OPR); only verification in this package makes one. */
public final class VerifiedAgent implements Authentication {

    private final Operator operator;
    private final String jkt;

    VerifiedAgent(Operator operator, String jkt) {
        this.operator = operator;
        this.jkt = jkt;
    }

    /** The company that runs it. */
    public Operator operator() {
        return operator;
    }

    /** The RFC 7638 thumbprint of the key it signed with. */
    public String jkt() {
        return jkt;
    }

    @Override
    public String toString() {
        return "VerifiedAgent[" + operator.profile() + " " + jkt + "]";
    }
}
