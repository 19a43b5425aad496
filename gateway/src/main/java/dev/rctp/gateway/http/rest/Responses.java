package dev.rctp.gateway.http.rest;

import dev.rctp.attest.LedgerUnavailableException;
import dev.rctp.attest.Receipt;
import dev.rctp.gateway.enforce.BearerChallenge;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Outcome;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** The one place that turns a decision into HTTP (DEC-2, DEC-3, DEC-6, GRA-3, RSP-1 to RSP-3). */
public final class Responses {

    private static final Logger LOG = LoggerFactory.getLogger(Responses.class);
    private static final byte[] NOTHING = new byte[0];
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final AnswerSigner signer;
    private final RecordedEntries entries;
    private final InstantSource clock;
    private final String issuer;
    private final URI resourceMetadata;

    /**
     * Creates it.
     *
     * @param signer signs with the gateway's profile key
     * @param issuer the realm that challenges name
     * @param entries where recorded entries are read
     * @param resourceMetadata where a client learns of the authorization server (RFC 9728 5.1)
     * @param clock tells how long a seller still has
     */
    public Responses(
            MessageSigner signer, RecordedEntries entries, String issuer, URI resourceMetadata, InstantSource clock) {
        this.signer = new AnswerSigner(signer);
        this.entries = entries;
        this.clock = clock;
        this.issuer = issuer;
        this.resourceMetadata = resourceMetadata;
    }

    /** The answer to a governed call; an entry that can't be read now is asked for again with the same event, or key (DEC-5). */
    Reply decision(Outcome outcome, InboundRequest request) {
        return outcome.decision() instanceof Decision.Recorded recorded
                ? recorded(outcome, recorded, request)
                : decision(outcome, NOTHING, request);
    }

    private Reply recorded(Outcome outcome, Decision.Recorded recorded, InboundRequest request) {
        try {
            return decision(outcome, entries.read(recorded.receipt()), request);
        } catch (LedgerUnavailableException e) {
            LOG.atError()
                    .addKeyValue("request_id", request.requestId())
                    .setCause(e)
                    .log("an entry can't be read back; what it tells stands");
            Decision.Forbid unread = Decision.Forbid.unavailable(
                    "deal.event", "The event is recorded, but its entry can't be read now; send it again.");
            return decision(new Outcome(unread, false), NOTHING, request);
        }
    }

    private Reply decision(Outcome outcome, byte[] entry, InboundRequest request) {
        Decision decision = outcome.decision();
        HttpFields.Builder fields = common(request.requestId());
        fields.add("rctp-decision", header(decision, left(decision)));
        Receipt receipt = decision.receipt();
        if (receipt != null) {
            fields.add("rctp-record", receipt.fieldValue());
        }
        if (outcome.replayed()) {
            fields.add("idempotency-replayed", "true");
        }
        return switch (decision) {
            case Decision.Auto auto ->
                signed(auto.status(), fields, JSON.writeValueAsBytes(auto.body()), request.message());
            case Decision.Recorded recorded -> signed(recorded.status(), fields, entry, request.message());
            case Decision.Ask ask -> signed(202, fields, JSON.writeValueAsBytes(ask.request()), request.message());
            case Decision.Forbid forbid -> {
                refusalFields(forbid, fields);
                yield signed(forbid.status(), fields, JSON.writeValueAsBytes(error(forbid)), request.message());
            }
        };
    }

    /** The answer to a governed read: an object, no decision. */
    Reply object(byte[] json, InboundRequest request) {
        return signed(200, common(request.requestId()), json, request.message());
    }

    /** A refusal with a status of HTTP's own, such as 413; unsigned where no head could be read to bind it to. */
    Reply refusal(int status, Decision.Forbid refusal, @Nullable RequestMessage head, String requestId) {
        HttpFields.Builder fields = common(requestId).add("rctp-decision", header(refusal, 0));
        refusalFields(refusal, fields);
        byte[] body = JSON.writeValueAsBytes(error(refusal));
        return head == null ? new Reply(status, fields.build(), body) : signed(status, fields, body, head);
    }

    private Reply signed(int status, HttpFields.Builder fields, byte[] body, RequestMessage request) {
        fields.add("content-digest", ContentDigest.of(body));
        return new Reply(status, signer.sign(status, fields.build(), body.length > 0, request), body);
    }

    private void refusalFields(Decision.Forbid forbid, HttpFields.Builder fields) {
        if (forbid.retryAfter() != null) {
            fields.add("retry-after", Long.toString(forbid.retryAfter().toSeconds()));
        }
        if (forbid.challenge() != null) {
            fields.add("www-authenticate", challenge(forbid.challenge()));
        }
    }

    private static HttpFields.Builder common(String requestId) {
        return HttpFields.of("content-type", "application/json", "cache-control", "no-store", "request-id", requestId)
                .toBuilder();
    }

    /** The value of {@code RCTP-Decision} (DEC-2); a question's says how many seconds are left. */
    static String header(Decision decision, long left) {
        return switch (decision) {
            case Decision.Auto _, Decision.Recorded _ -> "auto";
            case Decision.Ask ask ->
                "ask;approval_id=\"" + ask.approvalId() + "\";expires_in=" + left + ";on_timeout=deny";
            case Decision.Forbid forbid -> {
                String action = forbid.action() == null ? "" : ";action=\"" + forbid.action() + "\"";
                yield "forbid" + action + ";reason=" + forbid.reason().code();
            }
        };
    }

    /** Whole seconds, begun ones too; of a repeat as of now (RSP-3). */
    private long left(Decision decision) {
        return decision instanceof Decision.Ask ask
                ? Math.max(
                        0,
                        Duration.between(clock.instant(), ask.expiresAt())
                                .plusMillis(999)
                                .toSeconds())
                : 0;
    }

    /** The object {@code error} (DEC-3). */
    static ObjectNode error(Decision.Forbid forbid) {
        ObjectNode error = JSON.createObjectNode();
        error.put("code", forbid.reason().code());
        error.put("content", forbid.sentence());
        putAction(error, forbid.action());
        ObjectNode detail = error.putObject("detail");
        for (Map.Entry<String, String> member : forbid.detail().entrySet()) {
            detail.put(member.getKey(), member.getValue());
        }
        if (!forbid.unmet().isEmpty()) {
            forbid.unmet().forEach(detail.putArray("unmet")::add);
        }
        return error;
    }

    private static void putAction(ObjectNode error, @Nullable String action) {
        if (action != null) {
            error.put("action", action);
        }
    }

    private String challenge(BearerChallenge challenge) {
        String known = "Bearer realm=\"" + issuer + "\", resource_metadata=\"" + resourceMetadata + "\"";
        return switch (challenge) {
            case BearerChallenge.TokenMissing _ -> known;
            case BearerChallenge.TokenInvalid _ -> known + ", error=\"invalid_token\"";
            case BearerChallenge.InsufficientScope scope ->
                known + ", error=\"insufficient_scope\", scope=\"" + scope.scope() + "\"";
        };
    }
}
