package dev.rctp.conformance.breakable.upstream;

import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.http.Headers;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A call for the marketplace (PRX-1).
 *
 * @param method as the agent's
 * @param target as the agent's
 * @param headers of the agent's request; what must not go along is left out when it is sent
 * @param body what the marketplace reads
 * @param rctp the headers that the gateway adds, such as {@code RCTP-Terms}
 * @param key an Idempotency-Key of the gateway's own, the same for all attempts
 * @param requestId RSP-2
 */
public record Forward(
        String method,
        String target,
        Headers headers,
        byte[] body,
        Map<String, String> rctp,
        String key,
        String requestId) {

    /** Keeps its own copy of the added headers, in their order. */
    public Forward {
        rctp = new LinkedHashMap<>(rctp);
    }

    /** An accepted call with its original octets; what the call doesn't say itself is added with {@link #with}. */
    public static Forward of(Admitted call, String key) {
        Map<String, String> rctp = new LinkedHashMap<>();
        rctp.put("RCTP-Decision", "auto");
        String action = call.verb().action();
        if (action != null) {
            rctp.put("RCTP-Action", action);
        }
        rctp.put("RCTP-Agent", call.caller().jkt());
        rctp.put("RCTP-Operator", call.caller().profile());
        if (call.grant() != null) {
            rctp.put("RCTP-Seller", call.grant().sub());
        }
        return new Forward(
                call.request().method(),
                call.request().target(),
                call.request().headers(),
                call.request().body(),
                rctp,
                key,
                call.requestId());
    }

    /** The same with a header of the gateway's, such as {@code RCTP-Offer}. */
    public Forward with(String name, String value) {
        Map<String, String> more = new LinkedHashMap<>(rctp);
        more.put(name, value);
        return new Forward(method, target, headers, body, more, key, requestId);
    }

    /** The same with another body. */
    public Forward body(byte[] other) {
        return new Forward(method, target, headers, other, rctp, key, requestId);
    }
}
