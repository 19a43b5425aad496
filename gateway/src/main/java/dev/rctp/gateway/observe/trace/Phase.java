package dev.rctp.gateway.observe.trace;

import io.opentelemetry.api.trace.SpanKind;
import java.util.Locale;

/** The parts of a call that take time; metrics and spans have the same names for them. */
public enum Phase {
    /** The whole request, from its last byte to the answer. */
    WHOLE(SpanKind.SERVER),
    /** Signature and operator, with the profile's fetch where one is needed. */
    AUTHENTICATE(SpanKind.INTERNAL),
    /** The question to the authorization server. */
    INTROSPECT(SpanKind.CLIENT),
    /** What the database knows of the call. */
    FACTS(SpanKind.INTERNAL),
    /** Until an entry is durable; a call that is carried out commits twice. */
    COMMIT(SpanKind.INTERNAL),
    /** One attempt at the marketplace. */
    UPSTREAM(SpanKind.CLIENT);

    private final SpanKind kind;
    private final String label;

    Phase(SpanKind kind) {
        this.kind = kind;
        this.label = name().toLowerCase(Locale.ROOT);
    }

    /** Its name in metrics and traces, such as {@code introspect}. */
    public String label() {
        return label;
    }

    SpanKind kind() {
        return kind;
    }
}
