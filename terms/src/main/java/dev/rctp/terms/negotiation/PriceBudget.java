package dev.rctp.terms.negotiation;

import dev.rctp.registries.Money;
import dev.rctp.registries.SqlStatement;
import dev.rctp.terms.ListingId;
import java.time.Instant;
import java.util.List;

/**
 * Counts the prices that agents try on a listing, in the same write that asks whether they still may: of any number at once, through any
 * number of gateways, no more pass than the limits allow (OFF-6, OFF-9).
 */
final class PriceBudget {

    // a price counts that is refused, or falls where falls count: lower than the highest that this agent named before
    // in this
    // currency, for were it compared with the lowest alone, a first offer of nothing would make every later one free
    private static final String TRY = """
            INSERT INTO price_budget AS b (listing_id, side, operator, highest, counted_at, counted_by)
            SELECT t.listing_id, t.side, t.operator, jsonb_build_object(t.agent || ' ' || t.currency, t.amount),
                   CASE WHEN t.refused THEN ARRAY[t.at] ELSE '{}' END,
                   CASE WHEN t.refused THEN ARRAY[t.agent] ELSE '{}' END
            FROM (VALUES (?::text, ?::text, ?::text, ?::text, ?::text, ?::bigint, ?::boolean, ?::timestamptz))
                 AS t (listing_id, side, operator, agent, currency, amount, refused, at)
            ON CONFLICT (listing_id, side, operator) DO UPDATE SET
                highest = b.highest || (SELECT jsonb_object_agg(one.key, greatest(one.value::bigint,
                                                                (b.highest ->> one.key)::bigint))
                                        FROM jsonb_each_text(excluded.highest) one),
                counted_at = ARRAY(SELECT u.at FROM unnest(b.counted_at) WITH ORDINALITY u (at, n)
                                   WHERE u.at > ? ORDER BY u.n)
                    || CASE WHEN cardinality(excluded.counted_at) > 0 OR (? AND ? < (b.highest ->> ?)::bigint)
                            THEN ARRAY[?::timestamptz] ELSE '{}' END,
                counted_by = ARRAY(SELECT u.agent FROM unnest(b.counted_at, b.counted_by) WITH ORDINALITY u (at, agent, n)
                                   WHERE u.at > ? ORDER BY u.n)
                    || CASE WHEN cardinality(excluded.counted_at) > 0 OR (? AND ? < (b.highest ->> ?)::bigint)
                            THEN ARRAY[?::text] ELSE '{}' END
            WHERE (SELECT count(*) FILTER (WHERE u.agent = ?) < ? AND count(*) < ?
                   FROM unnest(b.counted_at, b.counted_by) u (at, agent) WHERE u.at > ?)""";

    private final BudgetLimits limits;

    PriceBudget(BudgetLimits limits) {
        this.limits = limits;
    }

    /** A buyer's agent names a price: touches no row where its budget or its operator's is used up. */
    SqlStatement offered(ListingId listing, String operator, String agent, Money price, boolean refused, Instant now) {
        Whose whose = new Whose("buyer", operator, agent, limits.perAgent(), limits.perOperator());
        return named(listing, whose, price, refused, true, now);
    }

    /** A seller's agent names a price: touches no row where its budget is used up. */
    SqlStatement asked(ListingId listing, Agent seller, Money price, Asked became, Instant now) {
        Whose whose = new Whose("seller", seller.operator(), seller.jkt(), limits.perSellerAgent(), Integer.MAX_VALUE);
        return named(listing, whose, price, became == Asked.REFUSED, became == Asked.IDLE, now);
    }

    /** What became of a price that a seller's agent named. */
    enum Asked {
        /** It begins to stand. */
        BEGUN,
        /** It was refused for itself. */
        REFUSED,
        /** Nothing comes of it whatever it is, so that a falling one is a search for the floor. */
        IDLE
    }

    private record Whose(String side, String operator, String agent, int perAgent, int perOperator) {}

    private SqlStatement named(
            ListingId listing, Whose whose, Money price, boolean refused, boolean fallsCount, Instant now) {
        Instant since = limits.since(now);
        long amount = price.amount();
        String highest = whose.agent() + " " + price.currency();
        return new SqlStatement(
                TRY,
                List.of(
                        listing.value(),
                        whose.side(),
                        whose.operator(),
                        whose.agent(),
                        price.currency(),
                        amount,
                        refused,
                        now, // the price
                        since,
                        fallsCount,
                        amount,
                        highest,
                        now, // counted_at
                        since,
                        fallsCount,
                        amount,
                        highest,
                        whose.agent(), // counted_by
                        whose.agent(),
                        (long) whose.perAgent(),
                        (long) whose.perOperator(),
                        since)); // the limits
    }
}
