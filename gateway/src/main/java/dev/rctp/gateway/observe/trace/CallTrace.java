package dev.rctp.gateway.observe.trace;

import dev.rctp.msgsig.HttpFields;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import org.jspecify.annotations.Nullable;

/** The trace of one request, and where in it the request is now. Confined to the thread that works on the request. */
public final class CallTrace {

    private static final AttributeKey<Long> STATUS = AttributeKey.longKey("http.response.status_code");
    private static final AttributeKey<String> DECISION = AttributeKey.stringKey("rctp.decision");

    private final String id;
    private final boolean continued;
    private final @Nullable Tracer tracer;
    private final @Nullable Span whole;
    private @Nullable Span current;

    private CallTrace(String id, boolean continued, @Nullable Tracer tracer, @Nullable Span whole) {
        this.id = id;
        this.continued = continued;
        this.tracer = tracer;
        this.whole = whole;
        this.current = whole;
    }

    /** Nothing is exported; the caller's own trace id, or none, is all there is. */
    static CallTrace silent(String id) {
        return new CallTrace(id, !id.isEmpty(), null, null);
    }

    static CallTrace of(Tracer tracer, Span whole, boolean continued) {
        return new CallTrace(whole.getSpanContext().getTraceId(), continued, tracer, whole);
    }

    /** The part of a trace that one phase is; to be closed when the phase is over. */
    public interface Step extends AutoCloseable {

        /** A step that nobody sees. */
        Step UNSEEN = () -> {};

        @Override
        void close();
    }

    /** 32 hex digits; empty where neither the caller nor the gateway traces. */
    public String id() {
        return id;
    }

    /** Begins a phase within the one that is under way. */
    public Step enter(Phase phase) {
        Span before = current;
        if (tracer == null || before == null) {
            return Step.UNSEEN;
        }
        Span span = tracer.spanBuilder(phase.label())
                .setParent(before.storeInContext(Context.root()))
                .setSpanKind(phase.kind())
                .startSpan();
        current = span;
        return () -> {
            span.end();
            current = before;
        };
    }

    /** What {@code traceparent} tells a server that is asked now; null where nothing is exported. */
    public @Nullable String outgoing() {
        if (current == null) {
            return null;
        }
        SpanContext context = current.getSpanContext();
        return "00-" + context.getTraceId() + "-" + context.getSpanId() + "-"
                + context.getTraceFlags().asHex();
    }

    /** The fields of a request that is passed on, within this trace; where nothing is exported, with the caller's own trace or none. */
    public HttpFields passedOn(HttpFields fields) {
        String parent = outgoing();
        if (parent == null && continued) {
            return fields;
        }
        HttpFields.Builder own = fields.toBuilder();
        if (parent == null) {
            own.remove(TraceParent.FIELD);
        } else {
            own.set(TraceParent.FIELD, parent);
        }
        return (continued ? own : own.remove("tracestate")).build();
    }

    /**
     * The request has its answer.
     *
     * @param status the answer's; 0 for none
     * @param decision the answer's {@code RCTP-Decision}, empty for none
     */
    public void end(int status, String decision) {
        if (whole == null) {
            return;
        }
        if (status != 0) {
            whole.setAttribute(STATUS, (long) status);
        }
        if (!decision.isEmpty()) {
            whole.setAttribute(DECISION, decision);
        }
        if (status == 0 || status >= 500) {
            whole.setStatus(StatusCode.ERROR);
        }
        whole.end();
    }
}
