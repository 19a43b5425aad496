package dev.rctp.conformance.breakable;

/** What the breakable gateway can do wrong: one changed branch each. */
public enum Fault {
    // who is calling: section 2
    SIG_DIGEST_NOT_COMPARED("SIG-3", "a body that isn't the digest's passes"),

    // from the subject on: sections 5 to 9
    ;

    private final String clause;
    private final String wrong;

    Fault(String clause, String wrong) {
        this.clause = clause;
        this.wrong = wrong;
    }

    /** The clause that the gateway breaks. */
    public String clause() {
        return clause;
    }

    /** What it does then. */
    public String wrong() {
        return wrong;
    }
}
