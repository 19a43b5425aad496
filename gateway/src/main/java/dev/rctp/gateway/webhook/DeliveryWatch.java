package dev.rctp.gateway.webhook;

/** Sees what becomes of webhooks; must not block. */
@FunctionalInterface
public interface DeliveryWatch {

    /** What became of one. */
    enum Outcome {
        /** The receiver took it. */
        DELIVERED,
        /** An attempt failed; another one follows. */
        FAILED,
        /** Nobody took it for a day. */
        GIVEN_UP,
        /** Its receiver takes none any more. */
        STOPPED
    }

    /** So many of the marketplace's, or else of operators', ended so. */
    void ended(boolean marketplace, Outcome outcome, int webhooks);

    /** Looks away. */
    static DeliveryWatch none() {
        return (marketplace, outcome, webhooks) -> {};
    }
}
