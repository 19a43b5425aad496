package dev.rctp.approval.passkey;

import dev.rctp.registries.SqlQuery;
import dev.rctp.registries.SqlStatement;
import java.time.Instant;
import java.util.List;

/** Which tickets were used, and which challenges are out (APR-9). A statement that touches no row says that its condition does not hold. */
public final class EnrolmentTickets {

    // a passkey is made in one go: a page that is loaded this often is not a person's
    private static final int MOST_CHALLENGES = 64;

    private static final String SHOW = """
            INSERT INTO enrolment_challenge (challenge, ticket_id, sender, expires_at)
            SELECT ?, ticket.id, ?, ?::timestamptz FROM (VALUES (?::text)) AS ticket (id)
            WHERE NOT EXISTS (SELECT FROM enrolment_ticket t WHERE t.ticket_id = ticket.id)""";

    private static final String THIN_OUT = """
            DELETE FROM enrolment_challenge WHERE ticket_id = ? AND challenge NOT IN (
                SELECT challenge FROM (
                    SELECT challenge, place, row_number() OVER (PARTITION BY sender ORDER BY place DESC) AS turn
                    FROM enrolment_challenge WHERE ticket_id = ?) AS look
                ORDER BY turn, place DESC LIMIT ?)""";

    private static final String TAKE =
            "DELETE FROM enrolment_challenge WHERE challenge = ? AND ticket_id = ? AND expires_at > ? RETURNING challenge";

    private static final String USE =
            "INSERT INTO enrolment_ticket (ticket_id, expires_at) VALUES (?, ?) ON CONFLICT DO NOTHING";

    private static final String FORGET = "DELETE FROM enrolment_challenge WHERE ticket_id = ?";

    private static final String SWEEP_TICKETS = """
            DELETE FROM enrolment_ticket WHERE ticket_id IN (
                SELECT ticket_id FROM enrolment_ticket WHERE expires_at <= ? LIMIT ? FOR UPDATE SKIP LOCKED)""";

    private static final String SWEEP_CHALLENGES = """
            DELETE FROM enrolment_challenge WHERE challenge IN (
                SELECT challenge FROM enrolment_challenge WHERE expires_at <= ? LIMIT ? FOR UPDATE SKIP LOCKED)""";

    private EnrolmentTickets() {}

    /**
     * A challenge goes out with the ticket: touches no row where the ticket is used.
     *
     * @param sender a mark of whoever looks
     */
    public static SqlStatement shown(EnrolmentTicket ticket, PasskeyChallenge challenge, String sender) {
        return new SqlStatement(SHOW, List.of(challenge.text(), sender, ticket.expiresAt(), ticket.id()));
    }

    /** Of too many challenges that are out, the oldest of whoever has most are forgotten: looking uses no ticket up. */
    public static SqlStatement thinnedOut(EnrolmentTicket ticket) {
        return new SqlStatement(THIN_OUT, List.of(ticket.id(), ticket.id(), (long) MOST_CHALLENGES));
    }

    /**
     * Takes a challenge away, to be committed before the response to it is judged, good or bad (B52): no row where it never went out with this
     * ticket, is taken, or has expired. An assertion that comes with a registration answers the same challenge.
     */
    public static SqlQuery<PasskeyChallenge> taken(EnrolmentTicket ticket, PasskeyChallenge claimed, Instant now) {
        return new SqlQuery<>(
                TAKE, List.of(claimed.text(), ticket.id(), now), row -> new PasskeyChallenge(row.getString(1)));
    }

    /** Uses the ticket up, with the passkey that it enrols: touches no row where that has happened. */
    public static SqlStatement used(EnrolmentTicket ticket) {
        return new SqlStatement(USE, List.of(ticket.id(), ticket.expiresAt()));
    }

    /** The challenges of a used ticket are of no use. */
    public static SqlStatement forgotten(EnrolmentTicket ticket) {
        return new SqlStatement(FORGET, List.of(ticket.id()));
    }

    /** What has expired may go, so much of each at once, at any time: nothing is decided by its being there. */
    public static List<SqlStatement> swept(Instant now, int limit) {
        List<Object> which = List.of(now, (long) limit);
        return List.of(new SqlStatement(SWEEP_TICKETS, which), new SqlStatement(SWEEP_CHALLENGES, which));
    }
}
