package dev.rctp.msgsig.agent;

import dev.rctp.msgsig.InvalidSignature;

/** Whether a webhook is the gateway's (WHK-1). */
public sealed interface WebhookVerdict permits ProvenWebhook, WebhookVerdict.Unproven {

    /**
     * It may be anybody's: answer 401 and do nothing.
     *
     * @param fault the check that failed
     * @param sentence one sentence on it
     */
    record Unproven(InvalidSignature.Fault fault, String sentence) implements WebhookVerdict {}
}
