package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.edge.ForwardedFields;
import dev.rctp.gateway.observe.trace.TraceParent;
import dev.rctp.msgsig.HttpFields;
import java.util.Set;

/** Which fields of an agent's call the marketplace gets (PRX-1): none that authenticates, frames or negotiates for the agent alone. */
final class UpstreamFields {

    private static final Set<String> FOR_THE_GATEWAY = Set.of(
            "accept-encoding",
            "authorization",
            "content-encoding",
            "cookie",
            "expect",
            "host",
            "content-length",
            "idempotency-key",
            "if-match",
            "if-modified-since",
            "if-none-match",
            "if-range",
            "if-unmodified-since",
            "proxy-authorization",
            "range",
            "signature",
            "signature-agent",
            "signature-input",
            "transfer-encoding");

    private static final Set<String> OF_A_TRACE = Set.of(TraceParent.FIELD, "tracestate");

    private UpstreamFields() {}

    /** The fields to send on, those of a trace only where it is well-formed, with {@code Forwarded} and {@code Request-Id} as the gateway knows them (PRX-5, RSP-2). */
    static HttpFields of(InboundRequest request) {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        boolean traced = TraceParent.of(request.message().fields()).isPresent();
        for (HttpFields.Field line :
                ForwardedFields.replace(request.message(), request.remote()).lines()) {
            if (!FOR_THE_GATEWAY.contains(line.name()) && (traced || !OF_A_TRACE.contains(line.name()))) {
                fields.add(line.name(), line.value());
            }
        }
        return fields.set("request-id", request.requestId()).build();
    }
}
