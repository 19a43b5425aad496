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

    // a buyer's price counts that is refused or lower than any that this agent named before: were it compared with the
    // lowest alone, a
    // first offer of nothing would make every later one free; a seller's counts that is refused
    private static final String TRY = """
            INSERT INTO price_budget AS b (listing_id, side, operator, highest, counted_at, counted_by)
            SELECT t.listing_id, t.side, t.operator, jsonb_build_object(t.agent, t.amount),
                   CASE WHEN t.refused THEN ARRAY[t.at] ELSE '{}' END,
                   CASE WHEN t.refused THEN ARRAY[t.agent] ELSE '{}' END
            FROM (VALUES (?::text, ?::text, ?::text, ?::text, ?::bigint, ?::boolean, ?::timestamptz))
                 AS t (listing_id, side, operator, agent, amount, refused, at)
            ON CONFLICT (listing_id, side, operator) DO UPDATE SET
                highest = b.highest || (SELECT jsonb_object_agg(one.key, greatest(one.value::bigint,
                                                                (b.highest ->> one.key)::bigint))
                                        FROM jsonb_each_text(excluded.highest) one),
                counted_at = ARRAY(SELECT u.at FROM unnest(b.counted_at) WITH ORDINALITY u (at, n)
                                   WHERE u.at > ? ORDER BY u.n)
                    || CASE WHEN cardinality(excluded.counted_at) > 0 OR (b.side = 'buyer' AND ? < (b.highest ->> ?)::bigint)
                            THEN ARRAY[?::timestamptz] ELSE '{}' END,
                counted_by = ARRAY(SELECT u.agent FROM unnest(b.counted_at, b.counted_by) WITH ORDINALITY u (at, agent, n)
                                   WHERE u.at > ? ORDER BY u.n)
                    || CASE WHEN cardinality(excluded.counted_at) > 0 OR (b.side = 'buyer' AND ? < (b.highest ->> ?)::bigint)
                            THEN ARRAY[?::text] ELSE '{}' END
            WHERE (SELECT count(*) FILTER (WHERE u.agent = ?) < ? AND count(*) < ?
                   FROM unnest(b.counted_at, b.counted_by) u (at, agent) WHERE u.at > ?)""";

    private final BudgetLimits limits;

    PriceBudget(BudgetLimits limits) {
        this.limits = limits;
    }

    /** A buyer's agent names a price: touches no row where its budget or its operator's is used up. */
    SqlStatement offered(ListingId listing, String operator, String agent, Money price, boolean refused, Instant now) {
        return named(listing, "buyer", operator, agent, price, refused, now, limits.perAgent(), limits.perOperator());
    }

    /** A seller's agent names a price: touches no row where its budget is used up. */
    SqlStatement asked(ListingId listing, String operator, String agent, Money price, boolean refused, Instant now) {
        int oneAgent = limits.perSellerAgent();
        return named(listing, "seller", operator, agent, price, refused, now, oneAgent, Integer.MAX_VALUE);
    }

    private SqlStatement named(
            ListingId listing,
            String side,
            String operator,
            String agent,
            Money price,
            boolean refused,
            Instant now,
            int perAgent,
            int perOperator) {
        Instant since = limits.since(now);
        long amount = price.amount();
        return new SqlStatement(
                TRY,
                List.of(
                        listing.value(),
                        side,
                        operator,
                        agent,
                        amount,
                        refused,
                        now, // the price
                        since,
                        amount,
                        agent,
                        now, // counted_at
                        since,
                        amount,
                        agent,
                        agent, // counted_by
                        agent,
                        (long) perAgent,
                        (long) perOperator,
                        since)); // the limits
    }
}
