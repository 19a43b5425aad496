package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.InvalidSignature;

/** Whether an answer is the gateway's, to this very request (RSP-1). */
public sealed interface AnswerVerdict permits ProvenAnswer, AnswerVerdict.Unproven {

    /**
     * It may be anybody's: believe nothing in it. The call may have been carried out all the same; send it again with the same
     * Idempotency-Key.
     *
     * @param fault the check that failed
     * @param sentence one sentence on it
     */
    record Unproven(InvalidSignature.Fault fault, String sentence) implements AnswerVerdict {}
}
