package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Outcome;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.edge.Classification;
import dev.rctp.gateway.http.edge.EdgeCall;
import dev.rctp.gateway.http.edge.EdgeLog;
import dev.rctp.gateway.http.rest.CallMeter.Kind;
import dev.rctp.gateway.observe.trace.TraceParent;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.VerifiedAgent;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One line for each request, with the same members whatever became of it; text is empty where there is nothing to say. */
public final class CallLog implements EdgeLog {

    /** The logger of the agents' port. */
    public static final String CALLS = "dev.rctp.calls";

    /** The logger of the management port, which tells what it refused before anything looked at it. */
    public static final String MANAGEMENT = "dev.rctp.management";

    private static final String NOTHING = "";

    private final Logger log;
    private final InstantSource clock;
    private final Tracing tracing;
    private final CallMeter meter;

    /** Writes to the logger of this name. Durations are measured by this clock; what is written is counted too. */
    public CallLog(String logger, InstantSource clock, Tracing tracing, CallMeter meter) {
        this.log = LoggerFactory.getLogger(logger);
        this.clock = clock;
        this.tracing = tracing;
        this.meter = meter;
    }

    private record Request(
            String id,
            String traceId,
            String protocol,
            String method,
            String classification,
            long bytes,
            Instant receivedAt) {}

    private record About(String action, String subject, String agent, String operator) {

        static final About NOBODY = new About(NOTHING, NOTHING, NOTHING, NOTHING);
    }

    private record Verdict(String decision, String reason, String cause, boolean replayed) {

        static final Verdict NONE = new Verdict(NOTHING, NOTHING, NOTHING, false);
    }

    void decided(
            InboundRequest request,
            Authentication caller,
            @Nullable String action,
            Map<String, String> ids,
            Outcome outcome,
            Reply reply) {
        write(Kind.DECIDED, whole(request), about(caller, action, ids), verdict(outcome), reply);
    }

    private static Verdict verdict(Outcome outcome) {
        return switch (outcome.decision()) {
            case Decision.Auto _, Decision.Recorded _ -> new Verdict("auto", NOTHING, NOTHING, outcome.replayed());
            case Decision.Ask _ -> new Verdict("ask", NOTHING, NOTHING, outcome.replayed());
            case Decision.Forbid no ->
                new Verdict("forbid", no.reason().code(), said(no.detail().get("cause")), outcome.replayed());
        };
    }

    void read(InboundRequest request, Authentication caller, Map<String, String> ids, Reply reply) {
        write(Kind.READ, whole(request), about(caller, null, ids), Verdict.NONE, reply);
    }

    void document(InboundRequest request, Reply reply) {
        write(Kind.DOCUMENT, whole(request), About.NOBODY, Verdict.NONE, reply);
    }

    /** What is said of it beyond its status stands in the answer alone: it is the seller's. */
    void hosted(InboundRequest request, Reply reply) {
        write(Kind.HOSTED, whole(request), About.NOBODY, Verdict.NONE, reply);
    }

    /** A call that is none: refused before anybody looked who makes it. */
    void refused(InboundRequest request, Decision.Forbid refusal, Reply reply) {
        write(Kind.REFUSED, whole(request), About.NOBODY, verdict(new Outcome(refusal, false)), reply);
    }

    @Override
    public void refused(EdgeCall call, Reply reply, String reason, String cause) {
        write(Kind.REFUSED, atEdge(call, 0, null), About.NOBODY, new Verdict("forbid", reason, cause, false), reply);
    }

    @Override
    public void relayed(EdgeCall call, Relayed relayed) {
        Verdict verdict = new Verdict(NOTHING, NOTHING, relayed.whole() ? NOTHING : "cut_off", false);
        Request request = atEdge(call, relayed.bytesIn(), relayed.traceId());
        write(Kind.RELAYED, request, About.NOBODY, verdict, relayed.status(), relayed.bytesOut());
    }

    private Request whole(InboundRequest request) {
        return new Request(
                request.requestId(),
                traceId(request.message()),
                request.protocol(),
                request.message().method(),
                word(Classification.GOVERNED),
                request.body().length,
                request.headReceivedAt());
    }

    private Request atEdge(EdgeCall call, long bytes, @Nullable String traceId) {
        RequestMessage head = call.head();
        return new Request(
                call.requestId(),
                traceId == null ? traceId(head) : traceId,
                call.protocol(),
                head == null ? NOTHING : head.method(),
                word(call.classification()),
                bytes,
                call.receivedAt());
    }

    private String traceId(@Nullable RequestMessage head) {
        String own = tracing.current().id();
        return own.isEmpty() && head != null
                ? TraceParent.of(head.fields()).map(TraceParent::traceId).orElse(NOTHING)
                : own;
    }

    private static About about(Authentication caller, @Nullable String action, Map<String, String> ids) {
        String subject = String.join("/", ids.values());
        return caller instanceof VerifiedAgent verified
                ? new About(
                        said(action),
                        subject,
                        verified.jkt(),
                        verified.operator().profile())
                : new About(said(action), subject, NOTHING, NOTHING);
    }

    private void write(Kind kind, Request request, About about, Verdict verdict, Reply reply) {
        write(kind, request, about, verdict, reply.status(), reply.body().length);
    }

    private void write(Kind kind, Request request, About about, Verdict verdict, int status, long bytes) {
        log.atInfo()
                .addKeyValue("request_id", request.id())
                .addKeyValue("trace_id", request.traceId())
                .addKeyValue("protocol", request.protocol())
                .addKeyValue("method", request.method())
                .addKeyValue("classification", request.classification())
                .addKeyValue("action", about.action())
                .addKeyValue("subject", about.subject())
                .addKeyValue("agent", about.agent())
                .addKeyValue("operator", about.operator())
                .addKeyValue("decision", verdict.decision())
                .addKeyValue("reason", verdict.reason())
                .addKeyValue("cause", verdict.cause())
                .addKeyValue("replayed", verdict.replayed())
                .addKeyValue("status", status)
                .addKeyValue("bytes_in", request.bytes())
                .addKeyValue("bytes_out", bytes)
                .addKeyValue(
                        "duration_ms",
                        Duration.between(request.receivedAt(), clock.instant()).toMillis())
                .log(kind.word());
        meter.told(new CallMeter.Told(
                kind,
                request.protocol(),
                about.action(),
                verdict.decision(),
                verdict.reason(),
                status,
                request.bytes(),
                bytes));
    }

    private static String word(@Nullable Classification classification) {
        if (classification == null) {
            return NOTHING;
        }
        Classification said = classification == Classification.HOSTED ? Classification.GOVERNED : classification;
        return said.name().toLowerCase(Locale.ROOT);
    }

    private static String said(@Nullable String value) {
        return value == null ? NOTHING : value;
    }
}
