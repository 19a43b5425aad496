package dev.rctp.gateway.enforce;

import dev.rctp.attest.EntryDraft;
import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Subject;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.ListingIdFolding;
import dev.rctp.terms.PublicListing;
import dev.rctp.terms.negotiation.Step;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Carries out stored intents (PRX-2): sends them with the gateway's own key until the marketplace has said yes or no, and
 * closes them with its answer. What the caller no longer waits for goes on in the background, in this process or another.
 */
public final class Carrier {

    private static final Logger LOG = LoggerFactory.getLogger(Carrier.class);
    private static final String UNKNOWN_YET =
            "The marketplace has not answered yet; repeat the call with its Idempotency-Key to learn the outcome.";
    private static final Duration FIRST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration LEASE_MARGIN = Duration.ofSeconds(10);

    private final CallStore calls;
    private final Marketplace marketplace;
    private final InstantSource clock;
    private final Duration patience;
    private final Duration givenUpAfter;
    private final ListingIdFolding folding;
    private final SecureRandom random;

    /**
     * Creates it.
     *
     * @param patience how long a caller waits for the marketplace, all attempts together
     * @param givenUpAfter how long an intent is retried before it has failed
     * @param folding how the marketplace's listing ids compare
     * @param random gives salts
     */
    public Carrier(
            CallStore calls,
            Marketplace marketplace,
            InstantSource clock,
            Duration patience,
            Duration givenUpAfter,
            ListingIdFolding folding,
            SecureRandom random) {
        this.calls = calls;
        this.marketplace = marketplace;
        this.clock = clock;
        this.patience = patience;
        this.givenUpAfter = givenUpAfter;
        this.folding = folding;
        this.random = random;
    }

    /** How long a new intent belongs to the call that made it. */
    public Duration lease() {
        return patience.plus(LEASE_MARGIN);
    }

    /** Carries out a new intent while its caller waits; not known in time is 503, and the background goes on. */
    Decision carryOut(Intent intent) throws LedgerUnavailableException, InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        for (Duration pause = FIRST_PAUSE; ; pause = pause.multipliedBy(2)) {
            Marketplace.Answer answer = send(intent, Duration.ofNanos(deadline - System.nanoTime()));
            Optional<Decision> closed = close(intent, answer);
            if (closed.isPresent()) {
                return closed.get();
            }
            if (System.nanoTime() + pause.toNanos() >= deadline) {
                calls.release(intent, 0, FIRST_PAUSE);
                return Decision.Forbid.unavailable(intent.call().action(), UNKNOWN_YET)
                        .cause("in_progress");
            }
            TimeUnit.NANOSECONDS.sleep(pause.toNanos());
        }
    }

    /** Takes over intents that nobody is working on and begins an attempt at each, as many as there are places for; returns how many. */
    public int carryOn(Attempts attempts) {
        int free = attempts.free();
        if (free == 0) {
            return 0;
        }
        List<CallStore.Pending> pending = calls.take(free, lease());
        pending.forEach(next -> attempts.begin(() -> tryAgain(next)));
        return pending.size();
    }

    /** What can't be closed or released now is taken over again when its lease ends. */
    private void tryAgain(CallStore.Pending next) {
        Intent intent = next.intent();
        try {
            Marketplace.Answer answer = send(intent, patience);
            if (close(intent, answer).isPresent()) {
                return;
            }
            if (isHopeless(next)) {
                giveUp(intent, answer);
            } else {
                calls.release(intent, next.attempt(), pauseAfter(next.attempt()));
            }
        } catch (LedgerUnavailableException e) {
            LOG.atError().addKeyValue("intent", intent.id()).setCause(e).log("an intent can't be carried on now");
        } catch (RuntimeException e) {
            LOG.atError().addKeyValue("intent", intent.id()).setCause(e).log("an intent can't be carried on now");
            endHopeless(next);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** One that can't even be closed has failed at its time all the same. */
    private void endHopeless(CallStore.Pending next) {
        Intent intent = next.intent();
        try {
            if (isHopeless(next)) {
                giveUp(intent, new Marketplace.Answer.None());
            }
        } catch (LedgerUnavailableException | RuntimeException e) {
            LOG.atError().addKeyValue("intent", intent.id()).setCause(e).log("an intent can't be given up now");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isHopeless(CallStore.Pending next) {
        return !clock.instant().isBefore(next.since().plus(givenUpAfter));
    }

    private static Duration pauseAfter(int attempt) {
        Duration pause = Duration.ofSeconds(1L << Math.min(attempt, 9));
        return pause.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : pause;
    }

    private Marketplace.Answer send(Intent intent, Duration deadline) throws InterruptedException {
        return marketplace.send(intent.request().with("idempotency-key", intent.id()), deadline);
    }

    /** Closes the intent if the answer decides it. */
    private Optional<Decision> close(Intent intent, Marketplace.Answer answer)
            throws LedgerUnavailableException, InterruptedException {
        return switch (answer) {
            case Marketplace.Answer.Answered said when said.accepted() -> accepted(intent, said);
            case Marketplace.Answer.Answered said
            when said.vetoed() ->
                close(intent, no(intent), said, new Decision.Auto(said.status(), withMarketplace(said), null));
            case Marketplace.Answer.Answered said -> {
                LOG.atWarn()
                        .addKeyValue("intent", intent.id())
                        .addKeyValue("marketplace_status", said.status())
                        .log("the marketplace's answer decides nothing; the call will be sent again");
                yield Optional.empty();
            }
            case Marketplace.Answer.None _ -> Optional.empty();
        };
    }

    /** What stands whatever the marketplace says of it is not vetoed: telling it has failed (EVT-5). */
    private static String no(Intent intent) {
        return intent.step().onlyTells() ? "failed" : "vetoed";
    }

    private Optional<Decision> accepted(Intent intent, Marketplace.Answer.Answered said)
            throws LedgerUnavailableException, InterruptedException {
        Optional<Step> step = intent.step().answered(json(said.body()), folding);
        if (step.isEmpty()) {
            LOG.atError()
                    .addKeyValue("intent", intent.id())
                    .log("the marketplace's yes names no listing_id; the call will be sent again");
            return Optional.empty();
        }
        Intent complete = intent.with(step.get());
        Decision done = new Decision.Auto(status(complete, said), answer(complete, said), null);
        return close(complete, "done", said, done);
    }

    private Optional<Decision> close(Intent intent, String kind, Marketplace.Answer.Answered answer, Decision decision)
            throws LedgerUnavailableException, InterruptedException {
        List<ConfidingEntry> entries = new ArrayList<>();
        if (answer.accepted() && intent.step() instanceof Step.ListingCreated created) {
            entries.add(named(intent, created.listing()));
        }
        entries.add(outcome(intent, kind, answer));
        return finish(intent, entries, decision, answer.accepted());
    }

    /** The first entry of a listing that has got its name says in which chain it was made (LST-7). */
    private ConfidingEntry named(Intent intent, PublicListing listing) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("action", intent.call().action());
        body.put("intent", intent.id());
        body.put("seller", listing.seller());
        body.put("listing_hash", listing.hash());
        body.putObject("made_in")
                .put("type", intent.subject().type())
                .put("id", intent.subject().id());
        return ConfidingEntry.personal(new Subject("listing", listing.id().value()), "listing_named", body, random);
    }

    /** The verb's own, or the marketplace's where the call is its affair (LST-6); an answer here always has a body. */
    private static int status(Intent intent, Marketplace.Answer.Answered said) {
        if (!(intent.step() instanceof Step.Passed)) {
            return intent.step().status();
        }
        return said.status() == 204 || said.status() == 205 ? 200 : said.status();
    }

    /** The object of the verb, and in it what the marketplace said (PRX-3). */
    private static ObjectNode answer(Intent intent, Marketplace.Answer.Answered said) {
        return intent.step().answer().set("marketplace", json(said.body()));
    }

    private void giveUp(Intent intent, Marketplace.Answer last)
            throws LedgerUnavailableException, InterruptedException {
        LOG.atError()
                .addKeyValue("intent", intent.id())
                .log("ALARM: the marketplace gave no answer; the call has failed");
        Decision failed = Decision.Forbid.of(
                        intent.call().action(),
                        Reason.ENFORCEMENT_UNAVAILABLE,
                        "The marketplace gave no answer and the call has failed.")
                .cause("failed"); // for good: no Retry-After
        finish(intent, List.of(outcome(intent, "failed", last)), failed, false);
    }

    /** With the marketplace's status and body hash, where it answered (REC-3); the hash is of words too, whoever called, and so is confided. */
    private ConfidingEntry outcome(Intent intent, String kind, Marketplace.Answer answer) {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("action", intent.call().action());
        body.put("intent", intent.id());
        Optional<String> seller =
                intent.request().fields().combined("rctp-seller").or(() -> seller(intent.step()));
        seller.ifPresent(about -> body.put("seller", about));
        if (answer instanceof Marketplace.Answer.Answered said) {
            body.put("marketplace_status", said.status());
            body.put("marketplace_body_hash", Sha256.text(said.body()));
        } else if (seller.isEmpty()) {
            return ConfidingEntry.open(new EntryDraft(intent.subject(), kind, body));
        }
        return ConfidingEntry.personal(intent.subject(), kind, body, random);
    }

    /** Whose listing a step is about; empty for what is the marketplace's own affair. */
    private static Optional<String> seller(Step step) {
        return switch (step) {
            case Step.OfferMade made -> Optional.of(made.offer().negotiation().seller());
            case Step.OfferAccepted taken ->
                Optional.of(taken.offer().negotiation().seller());
            case Step.DealOpened opened ->
                Optional.of(opened.deal().offer().negotiation().seller());
            case Step.DealCommitted promised ->
                Optional.of(promised.deal().offer().negotiation().seller());
            case Step.EventTold told -> Optional.of(told.seller());
            case Step.ListingCreated created -> Optional.of(created.listing().seller());
            case Step.ListingRepriced repriced -> Optional.of(repriced.listing().seller());
            case Step.TermsSet set -> Optional.of(set.listing().seller());
            case Step.Plain _, Step.Passed _ -> Optional.empty();
        };
    }

    /** An intent that another gateway has closed meanwhile is answered as that one closed it. */
    private Optional<Decision> finish(Intent intent, List<ConfidingEntry> entries, Decision decision, boolean stands)
            throws LedgerUnavailableException, InterruptedException {
        Optional<Decision> finished = calls.finish(intent, entries, decision, stands);
        Optional<Decision> answer = finished.isPresent() ? finished : calls.outcome(intent.call());
        if (answer.isEmpty() && stands) {
            LOG.atError()
                    .addKeyValue("intent", intent.id())
                    .log("the marketplace's yes names another seller's listing; the call will be sent again");
        }
        return answer;
    }

    private static JsonNode withMarketplace(Marketplace.Answer.Answered answer) {
        return JsonNodeFactory.instance.objectNode().set("marketplace", json(answer.body()));
    }

    private static JsonNode json(byte[] body) {
        try {
            return body.length == 0 ? NullNode.instance : StrictJson.parse(body);
        } catch (InvalidJsonException e) {
            LOG.atWarn().log("the marketplace's answer is not JSON and is left out: {}", e.getMessage());
            return NullNode.instance;
        }
    }
}
