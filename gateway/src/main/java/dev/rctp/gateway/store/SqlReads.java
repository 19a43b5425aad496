package dev.rctp.gateway.store;

import dev.rctp.approval.Question;
import dev.rctp.attest.DealEntries;
import dev.rctp.attest.Erasure;
import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.KnownApproval;
import dev.rctp.gateway.enforce.OpenDeal;
import dev.rctp.gateway.enforce.ReadSource;
import dev.rctp.registries.SqlQuery;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.Listings;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.Offer.Negotiation;
import dev.rctp.terms.negotiation.StandingOffer;
import dev.rctp.terms.negotiation.Standings;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.sql.DataSource;

/** What agents may read, out of the tables. */
public final class SqlReads implements ReadSource {

    private static final String NEGOTIATION = """
            SELECT n.negotiation_id, n.listing_id, n.seller, n.operator, n.buyer FROM negotiation n WHERE n.negotiation_id = ?""";
    /** By the deal's first entry (REC-2), which stays where a veto leaves no deal: its parties hold receipts of that chain. */
    private static final String DEAL = """
            SELECT n.negotiation_id, n.listing_id, n.seller, n.operator, n.buyer
            FROM entry e
            JOIN negotiation n ON n.negotiation_id = convert_from(e.jcs, 'UTF8')::jsonb #>> '{body,negotiation,id}'
            WHERE e.subject_type = 'deal' AND e.subject_id = ? AND e.seq = 1""";

    /** What a listing goes by before it has a name: its approval, or its intent where none was needed. */
    private static final Pattern UNNAMED = Pattern.compile("(apr|int)_[a-z2-7]{26}");

    /** How long a change of an approval stays unseen whose notification got lost. */
    private static final Duration LOOKS_AFTER = Duration.ofSeconds(3);

    private final DataSource database;
    private final Standings standings;
    private final ListingIdFolding folding;
    private final SqlApprovals approvals;
    private final ApprovalNews news;
    private final OpenDeals deals;

    /** Reads this database; ids are folded as configured. */
    public SqlReads(
            DataSource database,
            Standings standings,
            ListingIdFolding folding,
            SqlApprovals approvals,
            ApprovalNews news,
            OpenDeals deals) {
        this.deals = deals;
        this.approvals = approvals;
        this.news = news;
        this.database = database;
        this.standings = standings;
        this.folding = folding;
    }

    @Override
    public Optional<PublicListing> listing(String id) {
        return ListingId.parse(id, folding).flatMap(known -> RoundTrip.ask(database, Listings.query(known)));
    }

    @Override
    public Optional<StandingOffer> offer(String id, Instant now) {
        return RoundTrip.ask(database, standings.offer(id, now));
    }

    @Override
    public Optional<KnownApproval> approval(String id, Instant now) {
        return approvals.find(id, now);
    }

    @Override
    public KnownApproval awaitResult(KnownApproval known, Duration patience, InstantSource clock)
            throws InterruptedException {
        Question question = known.approval().question();
        long deadline = System.nanoTime() + patience.toNanos();
        KnownApproval latest = known;
        while (latest.result().isEmpty() && deadline - System.nanoTime() > 0) {
            try (ApprovalNews.Wait wait = news.waitFor(question.id())) {
                latest = approvals.find(question.id(), clock.instant()).orElse(latest);
                if (latest.result().isEmpty()) {
                    Duration left = Duration.ofNanos(deadline - System.nanoTime());
                    Duration open = Duration.between(clock.instant(), question.expiresAt());
                    wait.await(shortest(left, open.isPositive() ? open : left, LOOKS_AFTER));
                }
            }
        }
        return approvals.find(question.id(), clock.instant()).orElse(latest);
    }

    private static Duration shortest(Duration... some) {
        return Stream.of(some).min(Comparator.naturalOrder()).orElseThrow();
    }

    @Override
    public Optional<String> maker(String approvalOrIntent) {
        return UNNAMED.matcher(approvalOrIntent).matches()
                ? RoundTrip.ask(database, Erasure.firstOf(new Subject("listing", approvalOrIntent)))
                : Optional.empty();
    }

    @Override
    public List<Offer> offers(PublicListing listing, Instant now) {
        return RoundTrip.list(database, standings.shown(listing.id(), now)).stream()
                .map(StandingOffer::offer)
                .toList();
    }

    @Override
    public Optional<Negotiation> negotiation(String type, String id) {
        return switch (type) {
            case "negotiation" -> ask(NEGOTIATION, id);
            case "deal" -> ask(DEAL, id);
            default -> Optional.empty();
        };
    }

    @Override
    public Optional<OpenDeal> deal(String id, Instant now) {
        return deals.find(database, id, now);
    }

    @Override
    public List<byte[]> events(String dealId, long from, int limit) {
        return RoundTrip.list(database, DealEntries.entries(dealId, from, limit));
    }

    private Optional<Negotiation> ask(String sql, String id) {
        return RoundTrip.ask(database, new SqlQuery<>(sql, List.of(id), SqlReads::negotiation));
    }

    private static Negotiation negotiation(ResultSet row) throws SQLException {
        return new Negotiation(
                row.getString(1),
                new ListingId(row.getString(2)),
                row.getString(3),
                row.getString(4),
                row.getString(5));
    }
}
