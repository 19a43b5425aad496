package dev.rctp.gateway.enforce;

import dev.rctp.msgsig.VerifiedAgent;

/** Who makes a call, whatever the door; known by verification only. */
public sealed interface Caller permits Caller.Agent {

    /** What its own budget, negotiations, idempotency keys and record entries go by. */
    String key();

    /** What it shares budgets with: whoever answers for it. */
    String group();

    /**
     * A software agent known by its operator's profile and its key's thumbprint.
     *
     * @param verified the proof
     */
    record Agent(VerifiedAgent verified) implements Caller {
        @Override
        public String key() {
            return verified.jkt();
        }

        @Override
        public String group() {
            return verified.operator().profile();
        }
    }
}
