package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Rechecks;
import dev.rctp.conformance.breakable.call.Verb;
import dev.rctp.conformance.breakable.caller.Profiles;
import dev.rctp.conformance.breakable.domain.approval.Assertions;
import dev.rctp.conformance.breakable.domain.approval.Passkeys;
import dev.rctp.conformance.breakable.domain.approval.Tickets;
import dev.rctp.conformance.breakable.domain.deal.CheckoutToken;
import dev.rctp.conformance.breakable.domain.log.HeadLog;
import dev.rctp.conformance.breakable.domain.offer.Budgets;
import dev.rctp.conformance.breakable.domain.record.Ledger;
import dev.rctp.conformance.breakable.domain.webhook.WebhookSender;
import dev.rctp.conformance.breakable.domain.webhook.Webhooks;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import dev.rctp.conformance.breakable.jose.Ids;
import dev.rctp.conformance.breakable.upstream.OutgoingSignature;
import dev.rctp.conformance.breakable.upstream.Upstream;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Registries;
import java.net.URI;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;

/** What the gateway decides once it knows who calls: sections 5 to 9, in memory. */
public final class Domain implements AutoCloseable {

    private static final Duration ROUND = Duration.ofSeconds(1);

    private final Parts parts;
    private final Approvals approvals;
    private final Deals deals;
    private final Events events;
    private final Reads reads;
    private final Desk desk;
    private final Hosted hosted;
    private final Management management;
    private volatile boolean closed;

    /** Begins with nothing known. */
    public Domain(
            BreakableConfig config,
            GatewayClock clock,
            Upstream upstream,
            Profiles profiles,
            Rechecks rechecks,
            Set<Fault> faults) {
        this.parts = parts(config, clock, upstream, profiles, rechecks, faults);
        Notices notices = new Notices(parts);
        this.approvals = new Approvals(parts, notices);
        Offers offers = new Offers(parts, notices);
        Answers answers = new Answers(parts, offers, notices);
        Listings listings = new Listings(parts, answers, approvals::changed);
        this.deals = new Deals(parts, notices, new CheckoutToken(config.key(), faults), approvals::changed);
        this.events = new Events(parts, notices);
        this.reads = new Reads(parts, approvals);
        this.desk = new Desk(parts, verb -> rule(verb, listings, offers, answers), approvals, new Carrier(parts));
        Assertions assertions =
                new Assertions(config.rpId(), config.origins(), config.texts("/approvals/embedding_origins"), faults);
        Passkeys passkeys = new Passkeys(faults);
        Pages pages = new Pages(parts, approvals, assertions, passkeys);
        Hearing hearing = new Hearing(parts, approvals, notices, desk, assertions, passkeys);
        Tickets tickets = new Tickets(config.issuer(), config.text("/profile/resource"), clock, faults);
        this.hosted = new Hosted(parts, pages, hearing, new Enrolment(parts, tickets, assertions, passkeys));
        this.management = new Management(parts, notices, approvals, passkeys);
        clock.onMove(this::housekeeping);
        Thread.ofVirtual().name("housekeeping").start(this::rounds);
    }

    private static Parts parts(
            BreakableConfig config,
            GatewayClock clock,
            Upstream upstream,
            Profiles profiles,
            Rechecks rechecks,
            Set<Fault> faults) {
        Ids ids = new Ids();
        WebhookSender sender =
                new WebhookSender(new OutgoingSignature(config.key(), clock), config.profileUrl(), clock, faults);
        Webhooks webhooks =
                new Webhooks(sender, profiles, config.optional("/webhooks/marketplace_url"), clock, ids, faults);
        Ledger ledger = new Ledger(config.key(), clock, ids, faults);
        HeadLog log = new HeadLog(ledger, URI.create(config.profileUrl()).getAuthority(), clock.instant(), faults);
        return new Parts(
                config,
                clock,
                ids,
                upstream,
                profiles,
                rechecks,
                Registries.load(),
                faults,
                new State(),
                ledger,
                new Budgets(faults),
                log,
                webhooks);
    }

    private Function<Case, Plan> rule(Verb verb, Listings listings, Offers offers, Answers answers) {
        return switch (verb) {
            case LISTING_CREATE -> listings::create;
            case LISTING_SET_TERMS -> listings::setTerms;
            case LISTING_REPRICE -> listings::reprice;
            case LISTING_ANSWER_BUYER -> listings::answerBuyer;
            case OFFER_CREATE -> offers::create;
            case OFFER_COUNTER -> answers::counter;
            case OFFER_ACCEPT -> answers::accept;
            case DEAL_OPEN -> deals::open;
            case DEAL_COMMIT -> deals::commit;
            default -> throw new IllegalArgumentException(verb + " has no rule");
        };
    }

    /** What comes of an admitted call; waits for the marketplace as long as its caller does. */
    public Outcome decide(Admitted call) {
        if (call.verb().reads() || call.verb() == Verb.DEAL_EVENT) {
            return parts.state().locked(() -> atOnce(call));
        }
        CompletableFuture<Outcome> outcome = parts.state().locked(() -> desk.judge(call));
        try {
            return outcome.get(parts.upstream().patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException late) {
            Outcome.Refused now = Outcome.Refused.because(
                            Reason.ENFORCEMENT_UNAVAILABLE,
                            "in_progress",
                            "The marketplace has not answered yet; repeat the call with its Idempotency-Key.")
                    .retryAfter(Duration.ofSeconds(1));
            return new Outcome.Pending(now, outcome);
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Outcome.Refused.of(Reason.ENFORCEMENT_UNAVAILABLE, "The gateway is stopping.");
        }
    }

    private Outcome atOnce(Admitted call) {
        Case judged = new Case(call, parts.now(), null, parts);
        try {
            return call.verb().reads() ? reads.read(call) : events.report(judged);
        } catch (Refusal refusal) {
            return desk.refused(judged, refusal);
        }
    }

    /** The hosted pages and what they call, {@code /approve/**} and {@code /enroll}, and the log's documents. */
    public Response page(Request request) {
        return LogPages.answer(parts.log(), request)
                .or(() -> hosted.answer(request))
                .orElseGet(() -> Response.empty(404));
    }

    /** The management API, to a caller that has the secret. */
    public Response manage(Request request) {
        return management.answer(request);
    }

    private void rounds() {
        try {
            while (!closed) {
                parts.clock().waitUntil(parts.now().plus(ROUND));
                housekeeping();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Writes down what time alone has ended. */
    private void housekeeping() {
        parts.state().locked(() -> {
            parts.state().approvals.values().forEach(approvals::silence);
            deals.lapse();
            parts.log().round(parts.now());
            return true;
        });
    }

    @Override
    public void close() {
        closed = true;
        parts.webhooks().close();
    }
}
