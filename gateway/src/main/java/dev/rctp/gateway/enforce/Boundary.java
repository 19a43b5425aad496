package dev.rctp.gateway.enforce;

import dev.rctp.attest.Perimeter;
import dev.rctp.attest.Refusal;
import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.msgsig.VerifiedAgent;
import org.jspecify.annotations.Nullable;

/** Refuses what has no subject's chain to stand in, and notes it in the perimeter's (REC-1). */
public final class Boundary {

    private final Perimeter perimeter;

    /** Notes refusals in this perimeter. */
    public Boundary(Perimeter perimeter) {
        this.perimeter = perimeter;
    }

    /** Notes the refusal of a call and returns it. */
    Outcome refuse(Operation call, Decision.Forbid refusal) throws InterruptedException {
        return refuse(call.credentials(), call.origin(), refusal);
    }

    /** Notes the refusal of whatever came with these credentials and returns it. */
    public Outcome refuse(Credentials credentials, Operation.Origin origin, Decision.Forbid refusal)
            throws InterruptedException {
        switch (credentials.authenticate()) {
            case VerifiedAgent agent ->
                note(origin, refusal, agent.jkt(), agent.operator().profile(), credentials.digest());
            case Unauthenticated _ -> note(origin, refusal, null, null, null);
        }
        return Outcome.fresh(refusal);
    }

    /** Notes the refusal of something that carries no credentials anyone looked at. */
    public void note(Operation.Origin origin, Decision.Forbid refusal) {
        note(origin, refusal, null, null, null);
    }

    private void note(
            Operation.Origin origin,
            Decision.Forbid refusal,
            @Nullable String agent,
            @Nullable String operator,
            @Nullable String evidence) {
        perimeter.refused(new Refusal(
                origin.address(),
                refusal.action(),
                refusal.reason(),
                refusal.detail().get("cause"),
                agent,
                operator,
                origin.requestId(),
                origin.door(),
                evidence));
    }
}
