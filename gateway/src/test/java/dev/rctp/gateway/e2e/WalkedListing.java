package dev.rctp.gateway.e2e;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A simple model of one listing and its offers, written from section 6 alone: what each move is answered with, and what is so afterwards.
 * An agent is named by its operator, a dash and a number. Answers are {@code ok}, {@code veto} or a reason.
 */
final class WalkedListing {

    private static final Duration WINDOW = Duration.ofDays(1);
    private static final Duration CHECKOUT = Duration.ofMinutes(30);
    private static final Duration FUNDS_WITHIN = Duration.ofDays(3);

    /** An offer as the model has it. */
    static final class Walked {
        final String agent;
        final boolean buyers;
        final long amount;
        final Instant expiresAt;
        final @Nullable String answers;
        private final int life;
        private String state;
        private Instant checkoutEnd = Instant.MAX;
        private boolean redeemed;
        /** Accepted, in a life of the listing that is over: it holds nothing. */
        private boolean released;
        /** Its checkout counts against nobody when it lapses. */
        private boolean excused;

        Walked(
                int life,
                String agent,
                boolean buyers,
                long amount,
                Instant expiresAt,
                @Nullable String answers,
                String state) {
            this.life = life;
            this.agent = agent;
            this.buyers = buyers;
            this.amount = amount;
            this.expiresAt = expiresAt;
            this.answers = answers;
            this.state = state;
        }
    }

    private record Count(String agent, Instant at) {}

    final Map<String, Walked> offers = new LinkedHashMap<>();
    private final long floor;
    private final Instant until;
    private final List<Count> prices = new ArrayList<>();
    private final List<Count> sellersPrices = new ArrayList<>();
    private final List<Count> lapsed = new ArrayList<>();
    private final Map<String, Long> highest = new HashMap<>();
    /** Which of its sellers has it. */
    private int life;

    private boolean withdrawn;
    private boolean sold;
    /** When the deal that it was sold by lapses, for nobody pays here (EVT-6). */
    private Instant lapsesAt = Instant.MAX;

    WalkedListing(long floor, Instant until) {
        this.floor = floor;
        this.until = until;
    }

    /** Lets time end what it ends. */
    void at(Instant now) {
        for (Walked offer : offers.values()) {
            boolean waiting = offer.state.equals("open") || offer.state.equals("countered");
            if (waiting && !now.isBefore(offer.expiresAt)) {
                offer.state = "expired";
            }
            if (offer.state.equals("accepted") && !now.isBefore(offer.checkoutEnd)) {
                offer.state = "expired";
                if (!offer.excused) {
                    lapsed.add(new Count(offer.agent, offer.checkoutEnd));
                }
            }
        }
    }

    /** The moments after {@code now} at which something ends. */
    List<Instant> ends(Instant now) {
        Stream<Instant> ofOffers = offers.values().stream()
                .flatMap(offer -> Stream.of(
                        offer.expiresAt, offer.state.equals("accepted") ? offer.checkoutEnd : offer.expiresAt));
        Stream<Instant> ofCounts = Stream.of(prices, sellersPrices, lapsed)
                .flatMap(List::stream)
                .map(count -> count.at().plus(WINDOW));
        return Stream.of(ofOffers, ofCounts, Stream.of(until, lapsesAt))
                .flatMap(all -> all)
                .filter(end -> end.isAfter(now) && end.isBefore(Instant.MAX))
                .sorted()
                .toList();
    }

    private static String operator(String agent) {
        return agent.substring(0, agent.lastIndexOf('-'));
    }

    private static long of(List<Count> counts, String agent, Instant now) {
        return counts.stream()
                .filter(count ->
                        count.agent().equals(agent) && count.at().plus(WINDOW).isAfter(now))
                .count();
    }

    private static long ofOperator(List<Count> counts, String agent, Instant now) {
        return counts.stream()
                .filter(count -> operator(count.agent()).equals(operator(agent)))
                .filter(count -> count.at().plus(WINDOW).isAfter(now))
                .count();
    }

    /** The one accepted offer that holds the listing, other than this one. */
    private boolean isHeld(@Nullable String otherThan) {
        return !sold
                && offers.entrySet().stream()
                        .anyMatch(one -> one.getValue().state.equals("accepted")
                                && !one.getValue().released
                                && !one.getKey().equals(otherThan));
    }

    private boolean isClosed(Instant now) {
        return sold || withdrawn || !now.isBefore(until);
    }

    /** The offers that are open or countered. */
    List<String> open() {
        return offers.entrySet().stream()
                .filter(one -> one.getValue().state.equals("open")
                        || one.getValue().state.equals("countered"))
                .map(Map.Entry::getKey)
                .toList();
    }

    private boolean replaceable(String agent, String id) {
        Walked offer = offers.get(id);
        return offer != null
                && offer.agent.equals(agent)
                && (offer.state.equals("open") || offer.state.equals("countered"));
    }

    /** What an offer is answered with; what the marketplace doesn't decide has happened then. */
    String offer(String agent, long amount, @Nullable String supersedes, boolean veto, Instant now) {
        if (isClosed(now)) {
            return "listing_closed";
        }
        if (isHeld(null)) {
            return "listing_reserved";
        }
        if (supersedes != null && !replaceable(agent, supersedes)) {
            return "terms_invalid";
        }
        if (of(prices, agent, now) >= 3
                || ofOperator(prices, agent, now) >= 10
                || of(lapsed, agent, now) >= 1
                || ofOperator(lapsed, agent, now) >= 2) {
            return "offer_budget_exceeded";
        }
        if (amount < floor || amount < highest.getOrDefault(agent, 0L)) {
            prices.add(new Count(agent, now));
        }
        highest.merge(agent, amount, Math::max);
        if (amount < floor) {
            return "below_floor";
        }
        return veto ? "veto" : "ok";
    }

    /** The offer stands. */
    void offered(String id, String agent, long amount, @Nullable String supersedes, Instant expiresAt) {
        if (supersedes != null) {
            end(supersedes, "superseded");
            List<String> counters = offers.entrySet().stream()
                    .filter(one -> supersedes.equals(one.getValue().answers))
                    .filter(one -> one.getValue().state.equals("open"))
                    .map(Map.Entry::getKey)
                    .toList();
            counters.forEach(counter -> end(counter, "superseded"));
        }
        offers.put(id, new Walked(life, agent, true, amount, expiresAt, null, "open"));
    }

    private void end(String id, String state) {
        Walked offer = offers.get(id);
        if (offer != null) {
            offer.state = state;
        }
    }

    private @Nullable String notOpen(Walked offer) {
        if (offer.buyers && offer.state.equals("expired")) {
            return "offer_expired";
        }
        return offer.buyers && offer.state.equals("open") ? null : "offer_not_open";
    }

    /** What a counter is answered with. */
    String counter(String id, String agent, long amount, boolean veto, Instant now) {
        if (known(id).life != life) {
            return "not_in_scope";
        }
        if (isClosed(now)) {
            return "listing_closed";
        }
        if (isHeld(id)) {
            return "listing_reserved";
        }
        String state = notOpen(known(id));
        return state == null ? sellersPrice(agent, amount, veto, now) : state;
    }

    void countered(String counter, String id, long amount, Instant expiresAt) {
        end(id, "countered");
        offers.put(counter, new Walked(life, known(id).agent, false, amount, expiresAt, id, "open"));
    }

    /** What a reprice is answered with. */
    String reprice(String agent, long amount, boolean veto, Instant now) {
        return isClosed(now) ? "listing_closed" : sellersPrice(agent, amount, veto, now);
    }

    private String sellersPrice(String agent, long amount, boolean veto, Instant now) {
        if (of(sellersPrices, agent, now) >= 3) {
            return "offer_budget_exceeded";
        }
        if (amount < floor) {
            sellersPrices.add(new Count(agent, now));
            return "below_floor";
        }
        return veto ? "veto" : "ok";
    }

    /** What an accept is answered with. */
    String accept(String id, boolean veto) {
        if (known(id).life != life) {
            return "not_in_scope";
        }
        if (sold || withdrawn) {
            return "listing_closed";
        }
        if (isHeld(id)) {
            return "listing_reserved";
        }
        String state = notOpen(known(id));
        return state == null ? veto ? "veto" : "ok" : state;
    }

    /** The offer is accepted; its checkout ends half an hour after the second in which it was issued. */
    void accepted(String id, Instant issued) {
        end(id, "accepted");
        known(id).checkoutEnd = issued.plus(CHECKOUT);
    }

    /** What a redemption is answered with. */
    String open(String id, String agent, boolean veto) {
        Walked offer = known(id);
        if (!offer.state.equals("accepted") || offer.redeemed || !offer.agent.equals(agent)) {
            return "checkout_invalid";
        }
        if (offer.released) {
            return "listing_closed";
        }
        offer.excused = veto;
        return veto ? "veto" : "ok";
    }

    void opened(String id, Instant now) {
        sold = true;
        lapsesAt = now.plus(FUNDS_WITHIN);
        known(id).redeemed = true;
        known(id).checkoutEnd = Instant.MAX;
        declineAll();
    }

    private void declineAll() {
        offers.values().stream()
                .filter(offer -> offer.state.equals("open") || offer.state.equals("countered"))
                .forEach(offer -> offer.state = "declined");
    }

    /** The marketplace tells that it was withdrawn. */
    void withdrawn() {
        withdrawn = true;
        endLife();
    }

    /** The marketplace tells of it anew; whether that can be. */
    boolean told(boolean byAnother, Instant now) {
        if (sold && now.isBefore(lapsesAt)) {
            return false;
        }
        if (withdrawn || byAnother || sold) {
            endLife();
        }
        if (sold) {
            offers.values().stream().filter(offer -> offer.redeemed).forEach(offer -> offer.released = true);
        }
        sold = false;
        lapsesAt = Instant.MAX;
        life += byAnother ? 1 : 0;
        withdrawn = false;
        return true;
    }

    private void endLife() {
        declineAll();
        offers.values().stream()
                .filter(offer -> offer.state.equals("accepted") && !offer.redeemed)
                .forEach(offer -> {
                    offer.released = true;
                    offer.excused = true;
                });
    }

    /** How many accepted offers hold it, or have bought it. */
    long holds() {
        return offers.values().stream()
                .filter(offer -> offer.state.equals("accepted") && !offer.released)
                .count();
    }

    boolean isSold() {
        return sold;
    }

    Walked known(String id) {
        Walked offer = offers.get(id);
        if (offer == null) {
            throw new IllegalArgumentException("the model does not know " + id);
        }
        return offer;
    }

    /** Each offer to its present seller by its id: who made it, for how much, and what it is. */
    Map<String, String> shown() {
        Map<String, String> shown = new TreeMap<>();
        offers.forEach((id, offer) -> {
            if (offer.life == life) {
                shown.put(id, (offer.buyers ? "buyer " : "seller ") + offer.amount + " " + offer.state);
            }
        });
        return shown;
    }
}
