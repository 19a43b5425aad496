package dev.rctp.gateway;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.Carrier;
import dev.rctp.gateway.enforce.Standing;
import dev.rctp.gateway.seller.ApprovedCalls;
import dev.rctp.gateway.store.AskedListings;
import dev.rctp.gateway.store.OffBoarding;
import dev.rctp.gateway.store.SqlApprovals;
import dev.rctp.gateway.store.SqlCallStore;
import dev.rctp.gateway.store.SqlKeys;
import dev.rctp.gateway.webhook.Sender;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a gateway does besides answering: carries on intents that nobody works on, delivers webhooks, and drops answers and tickets whose time is over. */
final class Housekeeping implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Housekeeping.class);
    private static final int AT_ONCE = 20;
    private static final Duration BETWEEN_ROUNDS = Duration.ofMillis(500);
    private static final Duration BETWEEN_DELIVERIES = Duration.ofMillis(250);
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);
    private static final Duration BETWEEN_SIGNS_OF_LIFE = Duration.ofSeconds(10);
    private static final Duration BETWEEN_COUNTS = Duration.ofSeconds(5);
    private static final Duration BETWEEN_CLEANINGS = Duration.ofMinutes(10);

    private final Carrier carrier;
    private final SqlCallStore calls;
    private final ApprovedCalls approved;
    private final SqlApprovals approvals;
    private final AskedListings askedListings;
    private final OffBoarding offBoarding;
    private final Standing standing;
    private final Sender webhooks;
    private final SigningChoice signing;
    private final SqlKeys keys;
    private final InstantSource clock;
    private final ScheduledExecutorService rounds = Executors.newScheduledThreadPool(
            5, Thread.ofPlatform().daemon().name("housekeeping-", 0).factory());

    Housekeeping(
            Carrier carrier,
            SqlCallStore calls,
            ApprovedCalls approved,
            SqlApprovals approvals,
            AskedListings askedListings,
            OffBoarding offBoarding,
            Standing standing,
            Sender webhooks,
            SigningChoice signing,
            SqlKeys keys,
            InstantSource clock) {
        this.carrier = carrier;
        this.calls = calls;
        this.approved = approved;
        this.approvals = approvals;
        this.askedListings = askedListings;
        this.offBoarding = offBoarding;
        this.standing = standing;
        this.webhooks = webhooks;
        this.signing = signing;
        this.keys = keys;
        this.clock = clock;
    }

    Housekeeping start() {
        schedule(guarded(this::carryOn), BETWEEN_ROUNDS);
        schedule(guarded(this::carryOutApproved), BETWEEN_ROUNDS);
        schedule(guarded(this::endUnanswered), BETWEEN_ROUNDS);
        schedule(guarded(webhooks::deliver), BETWEEN_DELIVERIES);
        schedule(guarded(signing::look), BETWEEN_LOOKS);
        schedule(guarded(keys::alive), BETWEEN_SIGNS_OF_LIFE);
        schedule(guarded(webhooks::count), BETWEEN_COUNTS);
        schedule(guarded(this::forget), BETWEEN_CLEANINGS);
        return this;
    }

    private void schedule(Runnable round, Duration pause) {
        var _ = rounds.scheduleWithFixedDelay(round, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    private void carryOn() throws InterruptedException {
        int taken = carrier.carryOn(AT_ONCE);
        if (taken > 0) {
            LOG.atInfo().addKeyValue("intents", taken).log("carried on");
        }
    }

    private void carryOutApproved() {
        int taken = approved.carryOn(AT_ONCE);
        if (taken > 0) {
            LOG.atInfo().addKeyValue("approvals", taken).log("carried on");
        }
    }

    /** What ends without its seller's answer is written down. */
    private void endUnanswered() throws LedgerUnavailableException, InterruptedException {
        approvals.expire(AT_ONCE, clock.instant());
        askedListings.end(AT_ONCE);
        offBoarding.end(standing.traders(), AT_ONCE, clock.instant());
    }

    private void forget() throws LedgerUnavailableException, InterruptedException {
        calls.forget();
        approvals.forgetTickets(clock.instant());
    }

    private interface Round {
        void run() throws LedgerUnavailableException, InterruptedException;
    }

    /** A round that fails is logged, and the next one comes all the same: an executor would drop it for good. */
    private static Runnable guarded(Round round) {
        return () -> {
            try {
                round.run();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (LedgerUnavailableException | RuntimeException e) {
                LOG.atError().setCause(e).log("a round of housekeeping failed; the next one follows");
            }
        };
    }

    /** Stops; an attempt under way is given up, and its intent is carried on after its lease. */
    @Override
    public void close() {
        rounds.shutdownNow();
    }
}
