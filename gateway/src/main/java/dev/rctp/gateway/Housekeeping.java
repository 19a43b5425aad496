package dev.rctp.gateway;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.gateway.enforce.Attempts;
import dev.rctp.gateway.enforce.Carrier;
import dev.rctp.gateway.seller.ApprovedCalls;
import dev.rctp.gateway.store.AskedListings;
import dev.rctp.gateway.store.LapsedDeals;
import dev.rctp.gateway.store.Leftovers;
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
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a gateway does besides answering: carries on intents and approved calls that nobody works on; writes down what ended by time, by a
 * listing's change or with its operator; delivers webhooks; takes over which key signs; shows the other gateways that it is alive and whom it
 * has onboarded; signs the log of chain heads; drops answers, tickets and ended approvals whose time is over. Each is a round of its own: one that fails holds up no other.
 */
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
    private final Leftovers leftovers;
    private final AskedListings askedListings;
    private final LapsedDeals lapsedDeals;
    private final OffBoarding offBoarding;
    private final Roster roster;
    private final Sender webhooks;
    private final SigningChoice signing;
    private final SqlKeys keys;
    private final @Nullable HeadLog log;
    private final InstantSource clock;
    private final Attempts intents = new Attempts(AT_ONCE, Duration.ZERO);
    private final Attempts approvedCalls = new Attempts(AT_ONCE, Duration.ZERO);
    private final ScheduledExecutorService rounds = Executors.newScheduledThreadPool(
            7, Thread.ofPlatform().daemon().name("housekeeping-", 0).factory());

    Housekeeping(
            Carrier carrier,
            SqlCallStore calls,
            ApprovedCalls approved,
            SqlApprovals approvals,
            Leftovers leftovers,
            AskedListings askedListings,
            LapsedDeals lapsedDeals,
            OffBoarding offBoarding,
            Roster roster,
            Sender webhooks,
            SigningChoice signing,
            SqlKeys keys,
            @Nullable HeadLog log,
            InstantSource clock) {
        this.carrier = carrier;
        this.calls = calls;
        this.approved = approved;
        this.approvals = approvals;
        this.leftovers = leftovers;
        this.askedListings = askedListings;
        this.lapsedDeals = lapsedDeals;
        this.offBoarding = offBoarding;
        this.roster = roster;
        this.webhooks = webhooks;
        this.signing = signing;
        this.keys = keys;
        this.log = log;
        this.clock = clock;
    }

    Housekeeping start() {
        schedule(guarded(() -> carryOn("intents", intents, carrier::carryOn)), BETWEEN_ROUNDS);
        schedule(guarded(() -> carryOn("approvals", approvedCalls, approved::carryOn)), BETWEEN_ROUNDS);
        schedule(guarded(() -> approvals.expire(AT_ONCE, clock.instant())), BETWEEN_ROUNDS);
        schedule(guarded(() -> askedListings.end(AT_ONCE, clock.instant())), BETWEEN_ROUNDS);
        schedule(guarded(() -> lapsedDeals.write(AT_ONCE, clock.instant())), BETWEEN_ROUNDS);
        schedule(guarded(roster::tellChanges), BETWEEN_ROUNDS);
        schedule(guarded(() -> offBoarding.endHeld(AT_ONCE, clock.instant())), BETWEEN_ROUNDS);
        schedule(guarded(() -> offBoarding.endOffers(AT_ONCE, clock.instant())), BETWEEN_ROUNDS);
        schedule(guarded(webhooks::stopUnknown), BETWEEN_LOOKS);
        schedule(guarded(webhooks::deliver), BETWEEN_DELIVERIES);
        schedule(guarded(signing::look), BETWEEN_LOOKS);
        schedule(guarded(keys::alive), BETWEEN_SIGNS_OF_LIFE);
        schedule(guarded(roster::alive), BETWEEN_SIGNS_OF_LIFE);
        schedule(guarded(webhooks::count), BETWEEN_COUNTS);
        schedule(guarded(calls::forget), BETWEEN_CLEANINGS);
        schedule(guarded(() -> leftovers.remove(clock.instant())), BETWEEN_CLEANINGS);
        schedule(guarded(keys::forgetOthers), BETWEEN_CLEANINGS);
        if (log != null) {
            schedule(guarded(log::look), BETWEEN_COUNTS);
        }
        return this;
    }

    private void schedule(Runnable round, Duration pause) {
        var _ = rounds.scheduleWithFixedDelay(round, 0, pause.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Until nothing more can be begun: what waited for its turn follows at once. */
    private static void carryOn(String what, Attempts attempts, ToIntFunction<Attempts> round)
            throws InterruptedException {
        for (int begun = round.applyAsInt(attempts); begun > 0; begun = round.applyAsInt(attempts)) {
            LOG.atInfo().addKeyValue(what, begun).log("carried on");
            attempts.awaitEnd(BETWEEN_ROUNDS);
        }
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
        intents.close();
        approvedCalls.close();
    }
}
