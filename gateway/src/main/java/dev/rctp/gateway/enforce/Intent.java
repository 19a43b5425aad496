package dev.rctp.gateway.enforce;

import dev.rctp.attest.Subject;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;

/**
 * A decided call that the marketplace has still to answer; stored before it is sent, so that any gateway can finish it (PRX-2).
 *
 * @param id its identifier, which is also the Idempotency-Key the marketplace sees
 * @param call the call it carries out
 * @param subject the chain its outcome is recorded in
 * @param request what is sent
 * @param step what it changes here
 * @param decidedAt when it was decided; unless it waits for others, it is given up 24 h later
 */
public record Intent(String id, CallKey call, Subject subject, UpstreamRequest request, Step step, Instant decidedAt) {

    /** The same intent with its step completed. */
    Intent with(Step completed) {
        return new Intent(id, call, subject, request, completed, decidedAt);
    }
}
