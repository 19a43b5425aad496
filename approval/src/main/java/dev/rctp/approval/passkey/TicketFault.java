package dev.rctp.approval.passkey;

/** What is wrong with an enrolment ticket (APR-9). */
public enum TicketFault {
    /** Not a compact JWS over I-JSON claims, or claims missing or of the wrong type. */
    MALFORMED("ticket_malformed", "This is not an enrolment ticket."),
    /** Another {@code typ}, or any {@code crit} (B68). */
    TYPE("ticket_type", "This is a token for something else."),
    /** No key of the authorization server has this {@code kid}, or that key is for another algorithm (B70). */
    KEY("ticket_key", "The ticket is not signed by a key of the authorization server."),
    /** Signed by something else than that key. */
    SIGNATURE("ticket_signature", "The ticket's signature is wrong."),
    /** Of another issuer. */
    ISSUER("ticket_issuer", "The ticket comes from another authorization server."),
    /** For another gateway. */
    AUDIENCE("ticket_audience", "The ticket is for another place."),
    /** Over. */
    EXPIRED("ticket_expired", "The ticket has expired; ask for a new one."),
    /** Not yet begun, or good for longer than a ticket may be. */
    LIFETIME("ticket_lifetime", "The ticket is good for too long, or not yet.");

    private final String cause;
    private final String sentence;

    TicketFault(String cause, String sentence) {
        this.cause = cause;
        this.sentence = sentence;
    }

    /** The stable token for {@code detail.cause} and the record. */
    public String cause() {
        return cause;
    }

    /** One plain sentence for people. */
    public String sentence() {
        return sentence;
    }
}
