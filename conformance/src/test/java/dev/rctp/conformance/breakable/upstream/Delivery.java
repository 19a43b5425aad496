package dev.rctp.conformance.breakable.upstream;

import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What became of a forwarded call (PRX-2). */
public sealed interface Delivery {

    /**
     * The marketplace did it.
     *
     * @param status its 2xx
     * @param body its answer's octets
     * @param json the same parsed; null if it is no I-JSON
     */
    record Done(int status, byte[] body, @Nullable JsonNode json) implements Delivery {}

    /**
     * The marketplace said no.
     *
     * @param status its 4xx
     * @param body its answer's octets
     * @param json the same parsed; null if it is no I-JSON
     */
    record Vetoed(int status, byte[] body, @Nullable JsonNode json) implements Delivery {}

    /** No sure answer within 24 h. */
    record Failed() implements Delivery {}
}
