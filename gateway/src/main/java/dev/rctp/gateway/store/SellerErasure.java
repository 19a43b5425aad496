package dev.rctp.gateway.store;

import dev.rctp.attest.Committed;
import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.Erasure;
import dev.rctp.attest.Guard;
import dev.rctp.attest.Ledger;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Statement;
import dev.rctp.attest.Unit;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.registries.IdSource;
import dev.rctp.registries.SqlQuery;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Erases a seller whose affairs are over: the openings of all that the record confides about them, their passkeys, what they were asked, and
 * their name in the tables. The chains stay as they are (REC-6, MGT-1).
 */
public final class SellerErasure {

    private static final String KNOWN = """
            SELECT EXISTS (SELECT FROM opening WHERE person = ?) OR EXISTS (SELECT FROM seller_chain WHERE seller = ?)
                OR EXISTS (SELECT FROM passkey_seller WHERE seller = ?) OR EXISTS (SELECT FROM listing WHERE seller = ?)
                OR EXISTS (SELECT FROM negotiation WHERE seller = ?)""";

    /** What of a seller {@code s} is going on, but for deals that have not ended where these are left. */
    private static final String UNFINISHED = """
            SELECT 'listing' AS kind, l.listing_id AS id FROM listing l WHERE l.seller = s.seller AND NOT l.closed
            UNION ALL SELECT 'question', a.approval_id FROM approval a
            WHERE a.seller = s.seller AND (a.state = 'pending' OR a.state = 'approved' AND a.result IS NULL)
            UNION ALL SELECT 'offer', o.offer_id FROM negotiation n JOIN offer o USING (negotiation_id)
            WHERE n.seller = s.seller AND o.moving IS NOT NULL
            UNION ALL SELECT 'deal', d.deal_id FROM negotiation n JOIN deal d USING (negotiation_id)
            WHERE n.seller = s.seller
              AND (d.moving IS NOT NULL OR NOT ? AND d.state NOT IN ('released', 'refunded', 'lapsed'))
            UNION ALL SELECT 'call', i.subject_type || '/' || i.subject_id FROM intent i
            WHERE jsonb_exists(i.fields::jsonb, s.seller) OR i.step::jsonb ->> 'seller' = s.seller""";

    /** Touches the seller's row where nothing of theirs is going on. */
    private static final String OVER =
            "UPDATE seller_chain s SET chain_id = chain_id WHERE s.seller = ? AND NOT EXISTS (" + UNFINISHED + ")";

    private static final int MOST_NAMED = 100;
    private static final String NAME_UNFINISHED =
            "SELECT kind, id FROM (SELECT seller FROM seller_chain WHERE seller = ?) s CROSS JOIN LATERAL ("
                    + UNFINISHED + ") AS unfinished ORDER BY kind, id COLLATE \"C\" LIMIT " + MOST_NAMED;

    /** What begins meanwhile is a new affair. */
    private static final String OF_ENDED = "SELECT approval_id FROM approval WHERE seller = ? AND state <> 'pending'";

    private static final List<String> FORGET = alone(List.of(
            // questions before their challenges, and these before passkeys, as everyone takes them
            "WITH ended AS MATERIALIZED (" + OF_ENDED + " FOR UPDATE)"
                    + " DELETE FROM approval_challenge WHERE approval_id IN (SELECT approval_id FROM ended)",
            "DELETE FROM approval_terms WHERE approval_id IN (" + OF_ENDED + ")",
            "DELETE FROM approval WHERE approval_id IN (" + OF_ENDED + ")",
            "DELETE FROM approval_queue WHERE seller = ?",
            "DELETE FROM passkey WHERE seller = ?",
            "DELETE FROM passkey_seller WHERE seller = ?",
            "DELETE FROM listing_agent WHERE seller = ?"));

    /** What is sold, and how, stays; who sold it, and in which words, does not. */
    private static final List<String> RENAME = alone(List.of(
            "UPDATE listing SET seller = ?, title = 'erased' WHERE seller = ?",
            "UPDATE negotiation SET seller = ? WHERE seller = ?"));

    private static final String NAMELESS = "DELETE FROM seller_chain WHERE seller = ?";

    private static final String ASKED = "SELECT approval_id FROM approval WHERE seller = ?";

    /** What calls were answered, which is kept for repeats, may name the seller, as a JSON string, or tell what they were asked. */
    private static final String FORGET_ANSWERS = """
            UPDATE call SET outcome = NULL, fingerprint = ''
            WHERE outcome IS NOT NULL AND EXISTS (SELECT FROM unnest(?::text[]) AS named (name) WHERE strpos(outcome, name) > 0)""";

    private final DataSource source;
    private final Ledger ledger;
    private final IdSource ids;
    private final SellerChains chains;

    /**
     * Of this database, through this ledger, which is on the same one.
     *
     * @param ids gives the names that stand in the tables afterwards
     */
    public SellerErasure(DataSource source, Ledger ledger, IdSource ids, SecureRandom random) {
        this.source = source;
        this.ledger = ledger;
        this.ids = ids;
        this.chains = new SellerChains(source, random);
    }

    /** What became of an erasure. */
    public sealed interface Erased {

        /**
         * The seller is erased.
         *
         * @param openings how many openings there were
         */
        record Done(long openings) implements Erased {}

        /** Nothing is known of the seller. */
        record Unknown() implements Erased {}

        /**
         * Something of the seller's is not over.
         *
         * @param unfinished what that is, 100 at most; empty where it came to its end just now
         */
        record Busy(List<Unfinished> unfinished) implements Erased {

            /** Keeps its own copy. */
            public Busy {
                unfinished = List.copyOf(unfinished);
            }
        }
    }

    /**
     * What is not over.
     *
     * @param kind listing, question, offer, deal or call
     * @param id its id; of a call to the marketplace the chain that it is about, such as {@code deal/dea_\u2026}
     */
    public record Unfinished(String kind, String id) {}

    /**
     * Erases the seller, in one transaction with the entry that says so; the entry names nobody.
     *
     * @param leavingDeals whether deals that have not ended go on without the seller, as the entry then says; otherwise they keep the seller
     */
    public Erased erase(String seller, boolean leavingDeals, String requestId)
            throws LedgerUnavailableException, InterruptedException {
        if (!known(seller)) {
            return new Erased.Unknown();
        }
        long openings = RoundTrip.ask(source, Erasure.count(seller)).orElseThrow();
        ObjectNode body =
                JsonNodeFactory.instance.objectNode().put("door", "management").put("request_id", requestId);
        if (leavingDeals) {
            body.put("deals", "unfinished");
        }
        EntryDraft entry = new EntryDraft(chains.of(seller), "openings_erased", body);
        List<String> questions =
                RoundTrip.list(source, new SqlQuery<>(ASKED, List.of(seller), row -> row.getString(1)));
        List<Statement> openingsGo = Erasure.of(seller);
        return switch (ledger.commit(new Unit(guards(seller, leavingDeals), List.of(entry), receipts -> openingsGo))) {
            case Committed.Durable _ -> {
                forgetAnswers(seller, questions);
                yield new Erased.Done(openings);
            }
            case Committed.Lost _ -> new Erased.Busy(unfinished(seller, leavingDeals));
        };
    }

    private List<Unfinished> unfinished(String seller, boolean leavingDeals) {
        return RoundTrip.list(
                source,
                new SqlQuery<>(
                        NAME_UNFINISHED,
                        List.of(seller, leavingDeals),
                        row -> new Unfinished(row.getString(1), row.getString(2))));
    }

    /** Reads all that is kept, so it keeps no entry waiting; what a crash leaves of it goes with its time (IDM-1). */
    private void forgetAnswers(String seller, List<String> questions) {
        List<String> named = new ArrayList<>(questions); // their addresses too have them
        named.add(JsonMapper.shared().writeValueAsString(seller));
        try {
            Jdbi.create(source)
                    .useHandle(handle -> handle.createUpdate(FORGET_ANSWERS)
                            .bindArray(0, String.class, named)
                            .execute());
        } catch (JdbiException e) {
            throw new StoreUnavailableException("the tables of calls don't answer", e);
        }
    }

    private boolean known(String seller) {
        List<Object> five = List.of(seller, seller, seller, seller, seller);
        return RoundTrip.ask(source, new SqlQuery<>(KNOWN, five, row -> row.getBoolean(1)))
                .orElseThrow();
    }

    /** Everybody else takes these rows before the head of a chain, so they are taken before it here too. */
    private List<Guard> guards(String seller, boolean leavingDeals) {
        List<Guard> guards = new ArrayList<>(List.of(new Guard("over", Statement.of(OVER, seller, leavingDeals))));
        FORGET.forEach(sql -> guards.add(new Guard(sql, Statement.of(sql, seller, seller))));
        String nobody = ids.next("erased_");
        RENAME.forEach(sql -> guards.add(new Guard(sql, Statement.of(sql, nobody, seller, seller))));
        guards.add(new Guard("nameless", Statement.of(NAMELESS, seller)));
        return guards;
    }

    /** Each as a guard, however many rows it touches: with it the seller's one row is touched. */
    private static List<String> alone(List<String> writes) {
        return writes.stream()
                .map(sql -> "WITH done AS (" + sql + ") UPDATE seller_chain SET chain_id = chain_id WHERE seller = ?")
                .toList();
    }
}
