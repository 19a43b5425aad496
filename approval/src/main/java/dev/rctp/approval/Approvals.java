package dev.rctp.approval;

import static java.util.Map.entry;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.SqlQuery;
import dev.rctp.registries.SqlStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Questions to sellers and what becomes of them, as writes and questions to the tables (APR-1 to APR-8). Stores nothing itself. */
public final class Approvals {

    /** The name of the guard that is lost when a seller is asked too much, or the same thing already (APR-1). */
    public static final String LIMIT = "waiting";

    private static final int MOST_SUBMISSIONS = 16;
    private static final int MOST_CHALLENGES = 512;

    private static final String STAND_IN_LINE = """
            INSERT INTO approval_queue (operator, agent, seller) VALUES (?, ?, ?)
            ON CONFLICT (operator, agent, seller) DO UPDATE SET seller = excluded.seller""";
    private static final String HOLD = """
            INSERT INTO approval (approval_id, operator, agent, seller, action, slot, question, held_key_id, held, expires_at)
            SELECT t.* FROM (VALUES (?::text, ?::text, ?::text, ?::text, ?::text, ?::text, ?::text, ?::text, ?::bytea,
                                     ?::timestamptz))
                AS t (approval_id, operator, agent, seller, action, slot, question, held_key_id, held, expires_at)
            WHERE (SELECT count(*) < ? AND count(*) FILTER (WHERE w.action = t.action AND w.slot = t.slot) = 0
                   FROM approval w
                   WHERE w.state = 'pending' AND w.expires_at > ? AND w.overtaken_at IS NULL
                     AND (w.operator, w.agent, w.seller) = (t.operator, t.agent, t.seller))""";
    private static final String COLUMNS = "a.question, a.state, a.decided_at, a.result, a.overtaken_at";
    private static final String FIND = "SELECT " + COLUMNS + " FROM approval a WHERE a.approval_id = ?";
    private static final String LATEST = "SELECT " + COLUMNS
            + " FROM approval a WHERE a.seller = ? ORDER BY a.expires_at DESC, a.approval_id DESC LIMIT ?";
    private static final String LATEST_AFTER = "SELECT " + COLUMNS + """
             FROM approval a
            WHERE a.seller = ?
              AND (a.expires_at, a.approval_id) < (SELECT p.expires_at, p.approval_id FROM approval p WHERE p.approval_id = ?)
            ORDER BY a.expires_at DESC, a.approval_id DESC LIMIT ?""";
    private static final String HELD =
            "SELECT held_key_id, held FROM approval WHERE approval_id = ? AND held IS NOT NULL";
    private static final String SEALED_BY_OTHERS = """
            SELECT key_id, sum(boxes)::int FROM (
                SELECT held_key_id AS key_id, count(*) AS boxes FROM approval WHERE held IS NOT NULL GROUP BY 1
                UNION ALL SELECT sealing_key_id, count(*) FROM approval_terms WHERE sealing_key_id <> ? GROUP BY 1) AS sealed
            WHERE key_id <> ? GROUP BY 1 ORDER BY 1""";
    private static final String IS_PENDING = """
            UPDATE approval SET attempts = attempts
            WHERE approval_id = ? AND state = 'pending' AND overtaken_at IS NULL AND expires_at > ?""";
    private static final String OFFER_CHALLENGE = """
            INSERT INTO approval_challenge (challenge, approval_id, answer, details, commitment, sender, made_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";
    private static final String FORGET_CHALLENGES = """
            DELETE FROM approval_challenge
            WHERE approval_id = ? AND used_at IS NULL AND commitment IS NULL AND challenge NOT IN (
                SELECT challenge FROM (
                    SELECT challenge, made_at,
                           row_number() OVER (PARTITION BY sender ORDER BY made_at DESC, challenge) AS turn
                    FROM approval_challenge
                    WHERE approval_id = ? AND used_at IS NULL AND commitment IS NULL) AS look
                ORDER BY turn, made_at DESC, challenge LIMIT ?)""";
    private static final String CHALLENGE = """
            SELECT approval_id, answer, details, commitment FROM approval_challenge
            WHERE challenge = ? AND approval_id = ? AND used_at IS NULL""";
    private static final String USE =
            "UPDATE approval_challenge SET used_at = ? WHERE challenge = ? AND approval_id = ? AND used_at IS NULL";
    private static final String SUBMIT = """
            INSERT INTO approval_terms (approval_id, commitment, public_terms, sealed_terms, sealing_key_id, sender, made_at)
            VALUES (?, ?, ?, ?, ?, ?, ?)""";
    private static final String FORGET_TERMS = """
            DELETE FROM approval_terms WHERE approval_id = ? AND commitment NOT IN (
                SELECT commitment FROM (
                    SELECT commitment, made_at,
                           row_number() OVER (PARTITION BY sender ORDER BY made_at DESC, commitment) AS turn
                    FROM approval_terms WHERE approval_id = ?) AS form
                ORDER BY turn, made_at DESC, commitment LIMIT ?)
            AND commitment IS DISTINCT FROM (SELECT a.commitment FROM approval a WHERE a.approval_id = ?)""";
    private static final String FORGET_THEIR_CHALLENGES = """
            DELETE FROM approval_challenge WHERE approval_id = ? AND commitment IS NOT NULL AND commitment NOT IN (
                SELECT commitment FROM approval_terms WHERE approval_id = ?)""";
    private static final String SIGNED_TERMS = """
            SELECT t.commitment, t.public_terms, t.sealed_terms, t.sealing_key_id
            FROM approval a JOIN approval_terms t USING (approval_id, commitment)
            WHERE a.approval_id = ? AND a.state = 'approved'""";
    private static final String APPROVE = """
            UPDATE approval SET state = 'approved', decided_at = ?, commitment = ?,
                                lease_until = clock_timestamp() + ? * interval '1 millisecond'
            WHERE approval_id = ? AND state = 'pending' AND overtaken_at IS NULL AND expires_at > ?""";
    private static final String DECLINE = """
            UPDATE approval SET state = 'declined', decided_at = ?, result = ?, held = NULL
            WHERE approval_id = ? AND state = 'pending' AND overtaken_at IS NULL AND expires_at > ?""";
    private static final String EXPIRE = """
            UPDATE approval SET state = 'expired', decided_at = expires_at, result = ?, held = NULL
            WHERE approval_id = ? AND state = 'pending' AND overtaken_at IS NULL AND expires_at <= ?""";
    private static final String END = """
            UPDATE approval SET state = 'declined', decided_at = overtaken_at, result = ?, held = NULL
            WHERE approval_id = ? AND state = 'pending' AND overtaken_at IS NOT NULL""";
    private static final String OVERTAKEN = """
            SELECT approval_id FROM approval WHERE state = 'pending' AND overtaken_at IS NOT NULL
            ORDER BY overtaken_at, approval_id LIMIT ? OFFSET ?""";
    private static final String BEGUN = "UPDATE approval SET held = NULL WHERE approval_id = ?";
    private static final String CARRIED_OUT = """
            UPDATE approval SET lease_until = clock_timestamp() WHERE approval_id = (
                SELECT approval_id FROM approval WHERE approval_id = ? AND result IS NULL FOR UPDATE SKIP LOCKED)""";
    private static final String SETTLE =
            "UPDATE approval SET result = ?, held = NULL, lease_until = NULL WHERE approval_id = ? AND result IS NULL";
    private static final List<String> ERASE = List.of(
            "DELETE FROM approval_terms WHERE approval_id = ?", "DELETE FROM approval_challenge WHERE approval_id = ?");
    // what a view that came too late left beside it goes with it
    private static final String REMOVE = """
            WITH gone AS MATERIALIZED (
                     SELECT approval_id FROM approval
                     WHERE state <> 'pending' AND decided_at <= ? AND (state <> 'approved' OR result IS NOT NULL)
                     ORDER BY decided_at LIMIT ? FOR UPDATE SKIP LOCKED),
                 challenges AS (
                     DELETE FROM approval_challenge WHERE approval_id IN (SELECT approval_id FROM gone)),
                 terms AS (
                     DELETE FROM approval_terms WHERE approval_id IN (SELECT approval_id FROM gone))
            DELETE FROM approval WHERE approval_id IN (SELECT approval_id FROM gone)""";
    // a place that is taken just then is skipped, and one that is missed is made anew: it is no more than a lock
    private static final String LEAVE_LINE = """
            DELETE FROM approval_queue WHERE (operator, agent, seller) IN (
                SELECT q.operator, q.agent, q.seller FROM approval_queue q
                WHERE NOT EXISTS (
                    SELECT FROM approval a
                    WHERE a.state = 'pending' AND (a.operator, a.agent, a.seller) = (q.operator, q.agent, q.seller))
                LIMIT ? FOR UPDATE OF q SKIP LOCKED)""";
    /** From one operator to the next in the index, of which there are few, however many questions there are. */
    private static final String ASKERS = """
            WITH RECURSIVE line AS (
                (SELECT operator FROM approval WHERE state = 'pending' ORDER BY operator LIMIT 1)
                UNION ALL
                SELECT (SELECT a.operator FROM approval a WHERE a.state = 'pending' AND a.operator > l.operator
                        ORDER BY a.operator LIMIT 1)
                FROM line l WHERE l.operator IS NOT NULL)
            SELECT operator FROM line WHERE operator IS NOT NULL""";

    private static final String ASKED_BY = """
            SELECT approval_id, operator FROM approval
            WHERE state = 'pending' AND overtaken_at IS NULL AND operator = ANY (?) AND expires_at > ?
              AND NOT (action = ANY (?) AND operator = ANY (?))
            ORDER BY expires_at, approval_id LIMIT ? OFFSET ?""";
    private static final String ENDED = """
            SELECT approval_id FROM approval WHERE state = 'pending' AND overtaken_at IS NULL AND expires_at <= ?
            ORDER BY expires_at, approval_id LIMIT ? OFFSET ?""";

    private Approvals() {}

    /**
     * Holds a call: touches no row, by the guard {@link #LIMIT}, where the seller is asked the same already or too much.
     *
     * @param slot what it is about
     * @param most how many of this agent may wait for this seller
     */
    public static List<Map.Entry<String, SqlStatement>> hold(
            Question question, String slot, HeldCall call, int most, Instant now) {
        Question.Asking agent = question.agent();
        return List.of(
                entry("line", statement(STAND_IN_LINE, agent.operator(), agent.jkt(), question.seller())),
                entry(
                        LIMIT,
                        statement(
                                HOLD,
                                question.id(),
                                agent.operator(),
                                agent.jkt(),
                                question.seller(),
                                question.action(),
                                slot,
                                question.text(),
                                call.keyId(),
                                call.box(),
                                question.expiresAt(),
                                (long) most,
                                now)));
    }

    /** The approval of that id. */
    public static SqlQuery<StandingApproval> find(String id, Instant now) {
        return new SqlQuery<>(FIND, List.of(id), row -> read(row, now));
    }

    /** The same once whoever is writing its answer has written it, or has not. */
    public static SqlQuery<StandingApproval> findWritten(String id, Instant now) {
        return new SqlQuery<>(FIND + " FOR SHARE", List.of(id), row -> read(row, now));
    }

    /**
     * What this seller was asked, the latest first.
     *
     * @param after the approval after which the list begins; null for the latest
     */
    public static SqlQuery<StandingApproval> ofSeller(String seller, @Nullable String after, int limit, Instant now) {
        return after == null
                ? new SqlQuery<>(LATEST, List.of(seller, (long) limit), row -> read(row, now))
                : new SqlQuery<>(LATEST_AFTER, List.of(seller, after, (long) limit), row -> read(row, now));
    }

    /** The call that the approval holds; none once it is with the marketplace, or decided. */
    public static SqlQuery<HeldCall> held(String id) {
        return new SqlQuery<>(HELD, List.of(id), row -> new HeldCall(row.getString(1), row.getBytes(2)));
    }

    /** How many held calls and submitted terms other keys than this have sealed, by key: until they are decided, those keys must stay. */
    public static SqlQuery<Map.Entry<String, Integer>> sealedByOthers(String keyId) {
        return new SqlQuery<>(SEALED_BY_OTHERS, List.of(keyId, keyId), row -> entry(row.getString(1), row.getInt(2)));
    }

    /** Nothing of an approval is written but while it waits, and in turn with its answer: touches no row once it is decided. */
    public static SqlStatement isPending(String id, Instant now) {
        return statement(IS_PENDING, id, now);
    }

    /**
     * Makes known what may be signed for one approval; of too many looks' challenges, the oldest of whoever has most are forgotten. Those of
     * submitted terms stay while the terms do.
     *
     * @param sender a mark of whoever looked or submitted
     */
    public static List<SqlStatement> offer(String approval, List<Signable> signables, String sender, Instant now) {
        List<SqlStatement> writes = new ArrayList<>();
        for (Signable signable : signables) {
            writes.add(statement(
                    OFFER_CHALLENGE,
                    signable.challenge(),
                    approval,
                    signable.answer().code(),
                    CanonicalJson.text(signable.details()),
                    signable.termsCommitment(),
                    sender,
                    now));
        }
        writes.add(statement(FORGET_CHALLENGES, approval, approval, (long) MOST_CHALLENGES));
        return writes;
    }

    /** What an unused challenge of this approval stands for. */
    public static SqlQuery<Signable> signable(String approval, String challenge) {
        return new SqlQuery<>(CHALLENGE, List.of(challenge, approval), Approvals::signable);
    }

    /** Uses a challenge up, whatever becomes of the response (APR-3, B52): touches no row for one that was used. */
    public static SqlStatement use(String approval, String challenge, Instant now) {
        return statement(USE, now, challenge, approval);
    }

    /**
     * Keeps submitted terms beside earlier ones; of more than 16 the oldest of whoever has most are forgotten, with their challenges (APR-8).
     *
     * @param sender a mark of whoever submitted them
     */
    public static List<SqlStatement> submit(String approval, FormTerms submission, String sender, Instant now) {
        return List.of(
                statement(
                        SUBMIT,
                        approval,
                        submission.commitment(),
                        CanonicalJson.text(submission.publicTerms()),
                        submission.sealedTerms(),
                        submission.sealingKeyId(),
                        sender,
                        now),
                statement(FORGET_TERMS, approval, approval, (long) MOST_SUBMISSIONS, approval),
                statement(FORGET_THEIR_CHALLENGES, approval, approval));
    }

    /** What was signed with an approval: the commitment and, of the terms under it, the public part, and box and key of all. */
    public record SignedTerms(String commitment, String publicTerms, byte[] sealedTerms, String sealingKeyId) {
        @Override
        public String toString() {
            return "SignedTerms[" + commitment + "]";
        }
    }

    /** The terms that came with the seller's yes. */
    public static SqlQuery<SignedTerms> signedTerms(String id) {
        return new SqlQuery<>(
                SIGNED_TERMS,
                List.of(id),
                row -> new SignedTerms(row.getString(1), row.getString(2), row.getBytes(3), row.getString(4)));
    }

    /** The seller said yes: touches no row where the approval was decided, or its time is over (APR-4, APR-7). */
    public static SqlStatement approve(String id, @Nullable String commitment, Duration lease, Instant now) {
        return statement(APPROVE, now, commitment, lease.toMillis(), id, now);
    }

    /** The seller said no, or what was asked no longer stands: touches no row where the approval was decided, or its time is over. */
    public static SqlStatement decline(String id, String result, Instant now) {
        return statement(DECLINE, now, result, id, now);
    }

    /** Writes down that the time is over: touches no row where it isn't, or someone answered. */
    public static SqlStatement expire(String id, String result, Instant now) {
        return statement(EXPIRE, result, id, now);
    }

    /** Questions that the listing's change has overtaken (LST-7), and of which that isn't written down yet; the first {@code past} are left out. */
    public static SqlQuery<String> overtaken(int limit, int past) {
        return new SqlQuery<>(OVERTAKEN, List.of((long) limit, (long) past), row -> row.getString(1));
    }

    /** Writes down that a change has overtaken it: touches no row where none has, or that is written. */
    public static SqlStatement end(String id, String result) {
        return statement(END, result, id);
    }

    /** The held call is with the marketplace: what was held is needed no more (APR-6). */
    public static SqlStatement begun(String id) {
        return statement(BEGUN, id);
    }

    /** The marketplace has answered the held call: whoever finds it next may settle it; a hint, which somebody who settles it just then needs not. */
    public static List<SqlStatement> carriedOut(String id) {
        return List.of(statement(CARRIED_OUT, id));
    }

    /** Writes the decision on the held call: touches no row where there is one. */
    public static SqlStatement settle(String id, String result) {
        return statement(SETTLE, result, id);
    }

    /** Erases what an approval that is decided needs no more: terms that were filled in, and what could be signed. */
    public static List<SqlStatement> erase(String id) {
        return ERASE.stream().map(sql -> statement(sql, id)).toList();
    }

    /** The operators whose agents have asked what waits (OPR-6). */
    public static SqlQuery<String> askers() {
        return new SqlQuery<>(ASKERS, List.of(), row -> row.getString(1));
    }

    /**
     * A call that waits.
     *
     * @param id its approval's
     * @param operator whose agent made it
     */
    public record Held(String id, String operator) {}

    /**
     * Calls that wait, of agents of these operators; the first {@code past} are left out.
     *
     * @param kept verbs that are left out where the operator is among {@code keeping}
     */
    public static SqlQuery<Held> askedBy(
            String[] operators, String[] kept, String[] keeping, int limit, int past, Instant now) {
        return new SqlQuery<>(
                ASKED_BY,
                List.of(operators, now, kept, keeping, (long) limit, (long) past),
                row -> new Held(row.getString(1), row.getString(2)));
    }

    /** Approvals whose time is over and of which that isn't written yet; the first {@code past} are left out. */
    public static SqlQuery<String> ended(Instant now, int limit, int past) {
        return new SqlQuery<>(ENDED, List.of(now, (long) limit, (long) past), row -> row.getString(1));
    }

    /** Removes so many approvals that were decided by then and whose call has its result: their proof is in the record. */
    public static SqlStatement remove(Instant until, int limit) {
        return statement(REMOVE, until, (long) limit);
    }

    /** Removes so many places in line of agents that have nothing waiting for that seller. */
    public static SqlStatement leaveLine(int limit) {
        return statement(LEAVE_LINE, (long) limit);
    }

    private static Signable signable(ResultSet row) throws SQLException {
        ObjectNode details = Signable.details(row.getString(3));
        return new Signable(row.getString(1), Answer.ofCode(row.getString(2)).orElseThrow(), details, row.getString(4));
    }

    private static StandingApproval read(ResultSet row, Instant now) throws SQLException {
        return StandingApproval.at(
                now,
                Question.read(row.getString(1)),
                ApprovalState.ofCode(row.getString(2)),
                instant(row, 3),
                instant(row, 5),
                row.getString(4));
    }

    private static @Nullable Instant instant(ResultSet row, int column) throws SQLException {
        OffsetDateTime time = row.getObject(column, OffsetDateTime.class);
        return time == null ? null : time.toInstant();
    }

    private static SqlStatement statement(String sql, @Nullable Object... arguments) {
        return new SqlStatement(sql, Arrays.asList(arguments));
    }
}
