package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Outcome;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.edge.Classification;
import dev.rctp.gateway.http.edge.EdgeCall;
import dev.rctp.gateway.http.edge.EdgeLog;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.VerifiedAgent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;

/** One line for each call, with the same members whether it was accepted or refused. */
public final class CallLog implements EdgeLog {

    private static final Logger LOG = LoggerFactory.getLogger("dev.rctp.calls");

    private static final String NOTHING = "";

    private final InstantSource clock;

    /** Durations are measured by this clock. */
    public CallLog(InstantSource clock) {
        this.clock = clock;
    }

    void decided(
            InboundRequest request,
            Authentication caller,
            @Nullable String action,
            Map<String, String> ids,
            Outcome outcome) {
        LoggingEventBuilder line = line(request, caller, ids)
                .addKeyValue("action", said(action))
                .addKeyValue("replayed", outcome.replayed());
        LoggingEventBuilder whole = switch (outcome.decision()) {
            case Decision.Auto auto -> decision(line, "auto", NOTHING, NOTHING, auto.status());
            case Decision.Forbid forbid ->
                decision(
                        line,
                        "forbid",
                        forbid.reason().code(),
                        said(forbid.detail().get("cause")),
                        forbid.status());
        };
        whole.log("decided");
    }

    private static LoggingEventBuilder decision(
            LoggingEventBuilder line, String decision, String reason, String cause, int status) {
        return line.addKeyValue("decision", decision)
                .addKeyValue("reason", reason)
                .addKeyValue("cause", cause)
                .addKeyValue("status", status);
    }

    void read(InboundRequest request, Authentication caller, Map<String, String> ids) {
        line(request, caller, ids).addKeyValue("status", 200).log("read");
    }

    @Override
    public void refused(EdgeCall call, int status, String reason, String cause) {
        decision(atEdge(call), "forbid", reason, cause, status).log("refused");
    }

    @Override
    public void relayed(EdgeCall call, int status, boolean whole) {
        decision(atEdge(call), NOTHING, NOTHING, whole ? NOTHING : "cut_off", status)
                .log("relayed");
    }

    private LoggingEventBuilder atEdge(EdgeCall call) {
        Classification classification = call.classification();
        return line(call.requestId(), call.receivedAt(), NOTHING, NOTHING, NOTHING)
                .addKeyValue("action", NOTHING)
                .addKeyValue("replayed", false)
                .addKeyValue(
                        "method", call.head() == null ? NOTHING : call.head().method())
                .addKeyValue(
                        "classification",
                        classification == null ? NOTHING : classification.name().toLowerCase(Locale.ROOT));
    }

    private LoggingEventBuilder line(InboundRequest request, Authentication caller, Map<String, String> ids) {
        String agent = NOTHING;
        String operator = NOTHING;
        if (caller instanceof VerifiedAgent verified) {
            agent = verified.jkt();
            operator = verified.operator().profile();
        }
        return line(request.requestId(), request.headReceivedAt(), agent, operator, String.join("/", ids.values()));
    }

    private LoggingEventBuilder line(
            String requestId, Instant receivedAt, String agent, String operator, String subject) {
        return LOG.atInfo()
                .addKeyValue("request_id", requestId)
                .addKeyValue("agent", agent)
                .addKeyValue("operator", operator)
                .addKeyValue("subject", subject)
                .addKeyValue(
                        "duration_ms",
                        Duration.between(receivedAt, clock.instant()).toMillis());
    }

    private static String said(@Nullable String value) {
        return value == null ? NOTHING : value;
    }
}
