package dev.rctp.gateway.observe.trace;

import dev.rctp.msgsig.RequestMessage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Gives each request its trace, and tells the parts that work on a request which one is theirs. */
public final class Tracing implements AutoCloseable {

    private static final Set<String> METHODS =
            Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT");
    private static final CallTrace NONE = CallTrace.silent("");

    private final ScopedValue<CallTrace> current = ScopedValue.newInstance();
    private final @Nullable SdkTracerProvider provider;
    private final @Nullable Tracer tracer;

    private Tracing(@Nullable SdkTracerProvider provider) {
        this.provider = provider;
        this.tracer = provider == null ? null : provider.get("dev.rctp.gateway");
    }

    /** Exports nothing. */
    public static Tracing off() {
        return new Tracing(null);
    }

    /** Exports to a collector. */
    public static Tracing to(Collector collector) {
        return new Tracing(collector.provider());
    }

    /** The trace of a request: its caller's where that one is well-formed, else one of its own where traces are exported. */
    public CallTrace begin(RequestMessage head) {
        Optional<TraceParent> caller = TraceParent.of(head.fields());
        if (tracer == null) {
            return caller.map(said -> CallTrace.silent(said.traceId())).orElse(NONE);
        }
        Context parent = caller.map(Tracing::remote).orElse(Context.root());
        Span whole = tracer.spanBuilder(Phase.WHOLE.label())
                .setParent(parent)
                .setSpanKind(Phase.WHOLE.kind())
                .setAttribute("http.request.method", METHODS.contains(head.method()) ? head.method() : "_OTHER")
                .startSpan();
        return CallTrace.of(tracer, whole, caller.isPresent());
    }

    private static Context remote(TraceParent caller) {
        SpanContext context = SpanContext.createFromRemoteParent(
                caller.traceId(),
                caller.parentId(),
                TraceFlags.fromByte((byte) caller.flags()),
                TraceState.getDefault());
        return Span.wrap(context).storeInContext(Context.root());
    }

    /** Does the work on a request; whatever asks for {@link #current} within it gets this trace. */
    public <R, X extends Throwable> R within(CallTrace trace, ScopedValue.CallableOp<R, X> work) throws X {
        return ScopedValue.where(current, trace).call(work);
    }

    /** The trace of the request that this thread works on; one without an id where it works on none. */
    public CallTrace current() {
        return current.orElse(NONE);
    }

    /** Exports what is left, waiting a few seconds at most. */
    @Override
    public void close() {
        if (provider != null) {
            provider.shutdown().join(5, TimeUnit.SECONDS);
        }
    }
}
