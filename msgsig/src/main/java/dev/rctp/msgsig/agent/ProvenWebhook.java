package dev.rctp.msgsig.agent;

/**
 * A webhook whose signature by the gateway was verified (WHK-1); only {@link WebhookVerifier} makes one. It can come more than
 * once: remember the id. It says that something happened; read what, with a signed GET.
 */
public final class ProvenWebhook implements WebhookVerdict {

    private final String id;
    private final byte[] body;

    ProvenWebhook(String id, byte[] body) {
        this.id = id;
        this.body = body.clone();
    }

    /** Its {@code webhook-id}, the same in each attempt. */
    public String id() {
        return id;
    }

    /** The raw body; a fresh copy. */
    public byte[] body() {
        return body.clone();
    }

    @Override
    public String toString() {
        return "ProvenWebhook[" + id + "]";
    }
}
