package dev.rctp.gateway.limits;

import java.time.InstantSource;

/** The limits of each operator whose agents call, known by its signature; safe for concurrent use, never blocks. */
public final class OperatorLimits {

    /** More than can be onboarded. */
    private static final int MOST = 1 << 15;

    private static final String NOBODY = "";

    private final Buckets<String> calls;
    private final Places<String> atWork = new Places<>();
    private volatile Allowance allowance;

    /** Limits with this allowance for each operator. */
    public OperatorLimits(Allowance allowance, InstantSource clock) {
        this.allowance = allowance;
        this.calls = new Buckets<>(clock, NOBODY, MOST);
    }

    /** Another allowance from now on. */
    public void reload(Allowance next) {
        allowance = next;
    }

    /** Whether one call more of this operator's may be decided; the visit is over when it is. */
    public Admission call(String operator) {
        return Quota.enter(operator, allowance, calls, atWork);
    }
}
