package dev.rctp.conformance.breakable.call;

/**
 * A caller's receipt for an entry (DEC-6).
 *
 * @param type of the subject: negotiation, deal or listing
 * @param id of the subject
 * @param seq the entry's number
 * @param hash the entry's 32 octets, in base64
 */
public record Receipt(String type, String id, long seq, String hash) {

    /** The RCTP-Record field. */
    public String field() {
        return "\"%s/%s\";seq=%d;hash=:%s:".formatted(type, id, seq, hash);
    }
}
