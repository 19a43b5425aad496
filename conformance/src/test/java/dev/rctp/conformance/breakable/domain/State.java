package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Caller;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** All that the gateway knows, in memory, under one lock. */
final class State {

    private record Pair(String listing, String profile, String jkt) {}

    final Map<String, Listing> listings = new HashMap<>();
    final Map<String, Negotiation> negotiations = new HashMap<>();
    final Map<String, Offer> offers = new HashMap<>();
    final Map<String, Deal> deals = new HashMap<>();
    final Map<String, Approval> approvals = new LinkedHashMap<>();
    final Map<String, Checkout> checkouts = new HashMap<>();

    private final Map<Pair, Negotiation> between = new HashMap<>();
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition changed = lock.newCondition();

    <T> T locked(Supplier<T> work) {
        lock.lock();
        try {
            T result = work.get();
            changed.signalAll();
            return result;
        } finally {
            lock.unlock();
        }
    }

    /** Waits, with the lock held, until a change has made it so, or the time is over. */
    void await(BooleanSupplier so, Duration most) throws InterruptedException {
        long left = most.toNanos();
        while (left > 0 && !so.getAsBoolean()) {
            left = changed.awaitNanos(left);
        }
    }

    @Nullable
    Negotiation between(Listing listing, Caller buyer) {
        return between.get(new Pair(listing.id, buyer.profile(), buyer.jkt()));
    }

    Negotiation begin(String id, Listing listing, Caller buyer) {
        Negotiation negotiation = new Negotiation(id, listing, buyer.profile(), buyer.jkt());
        between.put(new Pair(listing.id, buyer.profile(), buyer.jkt()), negotiation);
        negotiations.put(id, negotiation);
        return negotiation;
    }

    /** The listing of a seller's call; a stranger's is refused (LST-8). */
    Listing ownListing(Case judged, boolean ownershipChecked) {
        Listing listing = listings.get(judged.call.param("listing_id"));
        if (listing == null || (ownershipChecked && !listing.seller.equals(judged.seller()))) {
            throw Case.stranger();
        }
        return listing;
    }

    /** The deal of a call; a stranger's is refused. */
    Deal deal(Admitted call) {
        Deal deal = deals.get(call.param("deal_id"));
        if (deal == null || !deal.open) {
            throw Case.stranger();
        }
        return deal;
    }
}
