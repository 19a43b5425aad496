package dev.rctp.gateway.webhook;

import dev.rctp.gateway.enforce.Attempts;
import dev.rctp.gateway.enforce.StoreUnavailableException;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestSigner;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/**
 * Delivers the webhooks that wait (WHK-1): at least once, in order for each receiver and subject, again after growing pauses for 24 h. Any
 * gateway of the database delivers; one that stops leaves what it has to the others.
 */
public final class Sender implements AutoCloseable {

    /** How many attempts are under way at most at one receiver's. */
    public static final int OF_ONE_RECEIVER = 8;

    private static final Logger LOG = LoggerFactory.getLogger(Sender.class);
    private static final int AT_ONCE = 64;
    private static final Duration DEADLINE = Duration.ofSeconds(5);
    /** One that has just come may be another receiver's than those that keep it waiting. */
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(250);

    private static final Duration LEASE = Duration.ofSeconds(30);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration GIVEN_UP_AFTER = Duration.ofHours(24);

    private final Waiting waiting;
    private final Destinations destinations;
    private final Post operators;
    private final Post marketplace;
    private final RequestSigner signer;
    private final InstantSource clock;
    private final DeliveryWatch watch;
    private volatile Waiting.Backlog backlog = new Waiting.Backlog(0, 0);
    private final Map<String, Integer> inFlight = new ConcurrentHashMap<>();
    private final Attempts attempts = new Attempts(AT_ONCE, DEADLINE);

    /**
     * Creates it.
     *
     * @param source the database with the table of webhooks
     * @param operators connects to the addresses that operators give, which may be anybody's
     * @param marketplace connects to the address that the configuration gives
     * @param signer signs as the gateway's profile
     */
    public Sender(
            DataSource source,
            Destinations destinations,
            Post operators,
            Post marketplace,
            RequestSigner signer,
            InstantSource clock,
            DeliveryWatch watch) {
        this.waiting = new Waiting(source);
        this.destinations = destinations;
        this.operators = operators;
        this.marketplace = marketplace;
        this.signer = signer;
        this.clock = clock;
        this.watch = watch;
    }

    /** Looks how many webhooks wait, for {@link #waitingForMarketplace} and {@link #waitingForOperators}. */
    public void count() {
        backlog = waiting.backlog();
    }

    /** How many waited for the marketplace when they were counted last. */
    public int waitingForMarketplace() {
        return backlog.marketplace();
    }

    /** How many waited for operators when they were counted last. */
    public int waitingForOperators() {
        return backlog.operators();
    }

    /** Delivers until nothing more can be begun. */
    public void deliver() throws InterruptedException {
        while (begin() > 0) {
            attempts.awaitEnd(BETWEEN_LOOKS);
        }
    }

    /** Begins attempts at those whose time has come, as many as there are places for; returns how many. */
    int begin() {
        int free = attempts.free();
        if (free == 0) {
            return 0;
        }
        List<String> receivers = destinations.known().stream()
                .filter(receiver -> inFlight.getOrDefault(receiver, 0) < OF_ONE_RECEIVER)
                .toList();
        List<Delivery> taken = waiting.take(free, OF_ONE_RECEIVER, receivers, LEASE, clock.instant());
        for (Delivery next : taken) {
            inFlight.merge(next.notice().receiver(), 1, Integer::sum);
            attempts.begin(() -> attempt(next));
        }
        return taken.size();
    }

    /**
     * Drops what waits for receivers that no gateway of the database knows any more (OPR-6); and what has waited for a day, as that of a
     * marketplace which no gateway has an address of.
     */
    public void stopUnknown() {
        Waiting.Line line = waiting.line();
        Set<String> unknown = new HashSet<>(line.receivers());
        unknown.removeAll(destinations.known());
        if (unknown.isEmpty()) {
            return;
        }
        Set<String> known = destinations.knownAnywhere();
        Instant longAgo = clock.instant().minus(GIVEN_UP_AFTER);
        for (String receiver : unknown) {
            if (known.contains(receiver)) {
                dropped(receiver, DeliveryWatch.Outcome.GIVEN_UP, waiting.giveUp(receiver, longAgo));
            } else {
                dropped(receiver, DeliveryWatch.Outcome.STOPPED, waiting.stop(receiver, line.last()));
            }
        }
    }

    private void dropped(String receiver, DeliveryWatch.Outcome outcome, int webhooks) {
        if (webhooks > 0) {
            watch.ended(receiver.equals(Notice.MARKETPLACE), outcome, webhooks);
            LOG.atInfo()
                    .addKeyValue("receiver", receiver)
                    .addKeyValue("webhooks", webhooks)
                    .log("no gateway knows where a receiver's webhooks go");
        }
    }

    /** What can't be written down now is tried again when its lease ends. */
    private void attempt(Delivery delivery) {
        try {
            deliver(delivery);
        } catch (StoreUnavailableException e) {
            LOG.atError()
                    .addKeyValue("webhook", delivery.id())
                    .setCause(e)
                    .log("what became of a webhook can't be noted");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            inFlight.computeIfPresent(delivery.notice().receiver(), (receiver, some) -> some == 1 ? null : some - 1);
        }
    }

    private void deliver(Delivery delivery) throws InterruptedException {
        switch (destinations.of(delivery.notice())) {
            case Destination.Address(URI url) -> {
                if (send(delivery, url)) {
                    waiting.done(delivery);
                    ended(delivery, DeliveryWatch.Outcome.DELIVERED);
                } else {
                    failed(delivery);
                }
            }
            case Destination.Nowhere _ -> {
                int stopped = waiting.stop(delivery.notice().receiver(), Long.MAX_VALUE);
                about(LOG.atInfo(), delivery).addKeyValue("webhooks", stopped).log("a receiver takes no webhooks");
                watch.ended(delivery.notice().isForMarketplace(), DeliveryWatch.Outcome.STOPPED, stopped);
            }
            case Destination.Elsewhere _ -> waiting.later(delivery, clock.instant());
            case Destination.Unknown _ -> failed(delivery);
        }
    }

    private boolean send(Delivery delivery, URI url) throws InterruptedException {
        byte[] body = delivery.notice().json(delivery.id()).toString().getBytes(StandardCharsets.UTF_8);
        HttpFields own = HttpFields.of(
                "content-type", "application/json",
                "webhook-id", delivery.id(),
                "webhook-timestamp", Long.toString(clock.instant().getEpochSecond()));
        Post post = delivery.notice().isForMarketplace() ? marketplace : operators;
        try {
            int status = post.send(url, signer.sign("POST", url, own, body), body, DEADLINE);
            if (status / 100 == 2) {
                return true;
            }
            about(LOG.atInfo(), delivery).addKeyValue("status", status).log("a webhook was not taken");
        } catch (IOException | IllegalArgumentException e) {
            about(LOG.atInfo(), delivery)
                    .addKeyValue("cause", e.getClass().getSimpleName())
                    .log("a webhook was not taken");
        }
        return false;
    }

    private void failed(Delivery delivery) {
        Instant now = clock.instant();
        if (now.isBefore(delivery.madeAt().plus(GIVEN_UP_AFTER))) {
            waiting.later(delivery, now.plus(pauseAfter(delivery.attempt())));
            ended(delivery, DeliveryWatch.Outcome.FAILED);
        } else {
            waiting.done(delivery);
            ended(delivery, DeliveryWatch.Outcome.GIVEN_UP);
            about(LOG.atError(), delivery).log("a webhook was taken by nobody for a day and is given up");
        }
    }

    private void ended(Delivery delivery, DeliveryWatch.Outcome outcome) {
        watch.ended(delivery.notice().isForMarketplace(), outcome, 1);
    }

    /** The address isn't told: it may carry a secret of its owner. */
    private static LoggingEventBuilder about(LoggingEventBuilder line, Delivery delivery) {
        return line.addKeyValue("webhook", delivery.id())
                .addKeyValue("receiver", delivery.notice().receiver())
                .addKeyValue("type", delivery.notice().type().code())
                .addKeyValue("attempt", delivery.attempt());
    }

    /** Waits until no attempt is under way. */
    void rest() throws InterruptedException {
        attempts.rest();
    }

    static Duration pauseAfter(int attempt) {
        Duration pause = Duration.ofSeconds(1L << Math.min(attempt - 1, 9));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    /** Lets the attempts under way end; one that takes longer than it may is given up, and made again when its lease ends. */
    @Override
    public void close() {
        attempts.close();
    }
}
