package dev.rctp.conformance.breakable.answer;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.call.Decision;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Receipt;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.http.Response;
import dev.rctp.conformance.breakable.jose.GatewayKey;
import dev.rctp.registries.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Puts an outcome on the wire (DEC-2, DEC-3, DEC-6, RSP). */
public final class Answers {

    private final AnswerSignature signature;
    private final GatewayClock clock;
    private final Set<Fault> faults;

    /** Signed by the gateway's key. */
    public Answers(GatewayKey key, Authorities authorities, GatewayClock clock, Set<Fault> faults) {
        this.signature = new AnswerSignature(key, authorities, clock, faults);
        this.clock = clock;
        this.faults = faults;
    }

    /** The answer for a call that was refused before its subject was looked at. */
    public Response of(Question question, Refusal refusal) {
        Response answer = refused(question, refusal.refused());
        if (refusal.challenge().isPresent()) {
            answer = answer.with("WWW-Authenticate", refusal.challenge().get());
        }
        return signature.sign(answer, question.request());
    }

    /** The answer for what came of a call. */
    public Response of(Question question, Outcome outcome) {
        Response answer = switch (outcome) {
            case Outcome.Refused refused -> refused(question, refused);
            case Outcome.Pending pending -> refused(question, pending.now());
            case Outcome.Answered answered -> answered(question, answered);
        };
        if (question.replays() && !faults.contains(Fault.IDM_REPLAY_NOT_NAMED)) {
            answer = answer.with("Idempotency-Replayed", "true");
        }
        return signature.sign(
                answer, faults.contains(Fault.RSP_REPLAY_SIGNED_FOR_FIRST) ? question.first() : question.request());
    }

    private Response refused(Question question, Outcome.Refused refused) {
        Reason reason = refused.reason();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (!faults.contains(Fault.DEC_BODY_WITHOUT_CODE)) {
            body.put("code", reason.code());
        }
        body.put("content", refused.content());
        if (question.action() != null) {
            body.put("action", question.action());
        }
        body.set("detail", refused.detail());
        String named = faults.contains(Fault.DEC_HEADER_NAMES_OTHER_REASON) ? "action_forbidden" : reason.code();
        String action = question.action() == null || faults.contains(Fault.DEC_HEADER_WITHOUT_ACTION)
                ? ""
                : ";action=\"" + question.action() + "\"";
        int status = refused.status();
        if (reason == Reason.NOT_IN_SCOPE && faults.contains(Fault.DEC_NOT_IN_SCOPE_IS_404)) {
            status = 404;
        }
        Response answer = decided(Response.json(status, body), "forbid" + action + ";reason=" + named);
        if (reason == Reason.ACTION_FORBIDDEN && faults.contains(Fault.GRA_CHALLENGE_WITH_OTHERS)) {
            answer = answer.with("WWW-Authenticate", "Bearer");
        }
        return common(question, retryAfter(answer, refused.retryAfter()), refused.receipt());
    }

    private Response retryAfter(Response answer, @Nullable Duration after) {
        Duration told = after == null && answer.status() == 503 ? Duration.ofSeconds(1) : after;
        if (told == null || faults.contains(Fault.DEC_NO_RETRY_AFTER)) {
            return answer;
        }
        return answer.with("Retry-After", String.valueOf(told.toSeconds()));
    }

    private Response answered(Question question, Outcome.Answered answered) {
        Response answer = answered.body() == null
                ? Response.empty(answered.status())
                : Response.json(answered.status(), answered.body());
        Response decided = switch (answered.decision()) {
            case Decision.Auto _ -> decided(answer, "auto");
            case Decision.Ask ask -> decided(answer, header(ask, question));
            case null -> faults.contains(Fault.DEC_READ_IS_AUTO) ? answer.with("RCTP-Decision", "auto") : answer;
        };
        return common(question, decided, answered.receipt());
    }

    private Response decided(Response answer, String decision) {
        return faults.contains(Fault.DEC_HEADER_MISSING) ? answer : answer.with("RCTP-Decision", decision);
    }

    private String header(Decision.Ask ask, Question question) {
        Instant now = faults.contains(Fault.RSP_REPLAY_KEEPS_EXPIRES_IN) ? question.settled() : clock.instant();
        long left = Math.max(
                0, Duration.between(now, ask.expiresAt()).plusMillis(999).toSeconds());
        return "ask;approval_id=\"%s\";expires_in=%d;on_timeout=%s"
                .formatted(ask.approvalId(), left, faults.contains(Fault.DEC_TIMEOUT_ALLOWS) ? "allow" : "deny");
    }

    private Response common(Question question, Response answer, @Nullable Receipt receipt) {
        Response recorded = receipt == null ? answer : answer.with("RCTP-Record", receipt.field());
        return recorded.with("Request-Id", question.requestId()).with("Cache-Control", "no-store");
    }
}
