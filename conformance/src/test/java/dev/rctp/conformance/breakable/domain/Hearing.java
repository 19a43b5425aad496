package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.domain.Approval.Challenge;
import dev.rctp.conformance.breakable.domain.approval.Assertions;
import dev.rctp.conformance.breakable.domain.approval.Passkeys;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Hears a seller's answer and carries an approved call out (APR-3, APR-6, APR-7). */
final class Hearing {

    /** Why an answer doesn't count: {@code detail.cause}, and nothing more. */
    static final class Unheard extends RuntimeException {

        private static final long serialVersionUID = 1L;

        Unheard(String cause) {
            super(cause, null, false, false);
        }

        String cause() {
            return String.valueOf(getMessage());
        }
    }

    private final Parts parts;
    private final Approvals approvals;
    private final Notices notices;
    private final Desk desk;
    private final Assertions assertions;
    private final Passkeys passkeys;

    Hearing(Parts parts, Approvals approvals, Notices notices, Desk desk, Assertions assertions, Passkeys passkeys) {
        this.parts = parts;
        this.approvals = approvals;
        this.notices = notices;
        this.desk = desk;
        this.assertions = assertions;
        this.passkeys = passkeys;
    }

    /** The approval's status after the answer; throws {@link Unheard}. */
    ObjectNode respond(String id, JsonNode body) {
        if (!parts.registries().schemas().validate("approval-response", body).isEmpty()) {
            throw new Unheard("request_malformed");
        }
        Approval approval = parts.state().locked(() -> hear(id, body));
        if (approval.status(parts.now()).equals("approved")) {
            awaitResult(carryOut(approval));
        }
        return parts.state().locked(() -> approval.shown(parts.now()));
    }

    private Approval hear(String id, JsonNode body) {
        Approval approval = parts.state().approvals.get(id);
        if (approval == null) {
            throw new Unheard("approval_unknown");
        }
        JsonNode credential = body.path("credential");
        String text = Assertions.clientData(credential)
                .map(data -> Json.text(data, "challenge"))
                .orElse("");
        Challenge challenge = used(approval, text);
        if (!stands(approval)) {
            throw new Unheard("decided");
        }
        if (challenge == null) {
            throw new Unheard("challenge_unknown");
        }
        Optional<String> fault = assertions.fault(
                credential, passkeys.answering(approval.call.seller().sub()));
        boolean unknown = fault.equals(Optional.of("passkey_unknown")) && parts.broken(Fault.UNKNOWN_PASSKEY_ANSWERS);
        if (fault.isPresent() && !unknown) {
            refusedCounter(approval, fault.get());
            throw new Unheard(fault.get());
        }
        String decision = Json.text(body, "decision");
        if (!challenge.decision().equals(decision) && !parts.broken(Fault.DECLINE_CHALLENGE_APPROVES)) {
            throw new Unheard("decision_mismatch");
        }
        decide(approval, decision, challenge, credential);
        return approval;
    }

    /** A challenge dies with the first response to it, good or bad. */
    private @Nullable Challenge used(Approval approval, String text) {
        if (parts.broken(Fault.CHALLENGE_USED_AGAIN)) {
            return approval.challenges.get(text);
        }
        if (parts.broken(Fault.CHALLENGE_OF_ANOTHER_APPROVAL)) {
            return parts.state().approvals.values().stream()
                    .map(other -> other.challenges.get(text))
                    .filter(found -> found != null)
                    .findFirst()
                    .orElse(null);
        }
        if (parts.broken(Fault.CHALLENGE_LEFT_AFTER_BAD_ANSWER)) {
            return approval.challenges.get(text);
        }
        return approval.challenges.remove(text);
    }

    private boolean stands(Approval approval) {
        Instant now = parts.now();
        String status = approval.status(now);
        if (status.equals("expired") && parts.broken(Fault.LATE_YES_COUNTS)) {
            return true;
        }
        if (status.equals("declined") && parts.broken(Fault.SECOND_ANSWER_CHANGES)) {
            return true;
        }
        return status.equals("pending");
    }

    private void refusedCounter(Approval approval, String fault) {
        if (fault.equals("counter_fell")) {
            ObjectNode body = Json.object().put("action", approval.action()).put("reason", fault);
            approvals.write(approval, "approval_refused", body.put("approval", approval.digest()), Json.object());
        }
    }

    private void decide(Approval approval, String decision, Challenge challenge, JsonNode credential) {
        approval.terms = challenge.terms();
        String newest = approval.submissions.peekLast();
        if (newest != null && approval.challenges.containsKey(newest) && parts.broken(Fault.LAST_FORM_COUNTS)) {
            approval.terms = approval.challenges.get(newest).terms();
        }
        ObjectNode evidence = Json.object().put("action", approval.action()).put("approval", approval.digest());
        evidence.put("decision", decision);
        if (challenge.terms() != null) {
            evidence.put("terms_commitment", challenge.terms().commitment());
        }
        boolean listing = approval.place.subject().type().equals("listing");
        if (!listing) {
            evidence.set("details", challenge.details());
            evidence.set("credential", credential);
        }
        ObjectNode open = Json.object().put("decision", decision);
        if (!parts.broken(Fault.ANSWER_NOT_RECORDED)) {
            approvals.write(approval, decision.equals("approve") ? "approved" : "declined", evidence, open);
        }
        if (decision.equals("decline")) {
            approvals.decline(approval);
            return;
        }
        approval.end("approved", parts.now());
        approval.challenges.clear();
        notices.toAsker(approval, "approval.decided", "approved");
    }

    /** Checks everything again, and then does it once (APR-6). */
    private CompletableFuture<Outcome> carryOut(Approval approval) {
        CompletableFuture<Outcome> carried = new CompletableFuture<>();
        Thread.ofVirtual().name("approved").start(() -> {
            try {
                Optional<Outcome.Refused> refused = recheck(approval);
                CompletableFuture<Outcome> outcome = refused.isPresent()
                        ? CompletableFuture.completedFuture(refused.get())
                        : parts.state().locked(() -> desk.judgeAgain(approval));
                CompletableFuture<Void> _ = outcome.thenAccept(o -> {
                    parts.state().locked(() -> finish(approval, o));
                    carried.complete(o);
                });
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        return carried;
    }

    private Optional<Outcome.Refused> recheck(Approval approval) throws InterruptedException {
        Duration pause = Duration.ofSeconds(1);
        while (true) {
            Optional<Outcome.Refused> refused = rechecked(approval);
            if (refused.isEmpty() || refused.get().reason() != Reason.ENFORCEMENT_UNAVAILABLE) {
                return refused;
            }
            parts.clock().waitUntil(parts.now().plus(pause));
            pause = pause.multipliedBy(2);
        }
    }

    private Optional<Outcome.Refused> rechecked(Approval approval) {
        if (!parts.broken(Fault.OPERATOR_NOT_RECHECKED)) {
            Optional<Outcome.Refused> refused = parts.rechecks().operator(approval.call);
            if (refused.isPresent()) {
                return refused;
            }
        }
        if (parts.broken(Fault.GRANT_NOT_RECHECKED)) {
            return Optional.empty();
        }
        return parts.rechecks().grant(approval.call);
    }

    private Approval finish(Approval approval, Outcome outcome) {
        approval.result = approvals.result(approval, outcome);
        Offer offer = approval.offer;
        if (offer != null && offer.asked == approval) {
            offer.asked = null;
            if (!offer.written.equals("accepted")) {
                notices.toBuyer(offer, "offer.updated", offer.id, offer.state(parts.now()));
            }
        }
        notices.toAsker(approval, "approval.result", status(outcome));
        return approval;
    }

    private static String status(Outcome outcome) {
        return switch (outcome) {
            case Outcome.Answered answered -> answered.status() < 400 ? "done" : "vetoed";
            case Outcome.Refused refused ->
                refused.reason() == Reason.ENFORCEMENT_UNAVAILABLE && refused.status() == 503 ? "failed" : "refused";
            case Outcome.Pending _ -> "failed";
        };
    }

    private void awaitResult(CompletableFuture<Outcome> carried) {
        try {
            carried.get(parts.upstream().patience().toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException later) {
            // the status tells that there is no result yet
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
