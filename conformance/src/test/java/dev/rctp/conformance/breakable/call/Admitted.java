package dev.rctp.conformance.breakable.call;

import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.registries.Tier;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A call that was authenticated, whose grant holds, and whose Idempotency-Key is new: what is left to judge begins with its
 * body (DEC-1).
 *
 * @param verb what it does
 * @param path the route's parameters, such as {@code listing_id}
 * @param request as it came; its body is what the digest covers
 * @param caller who signed it
 * @param grant of the seller; null where the verb has none, or none was sent
 * @param tier what the grant chose within what is allowed (DEC-4); null for verbs without one
 * @param requestId RSP-2
 */
public record Admitted(
        Verb verb,
        Map<String, String> path,
        Request request,
        Caller caller,
        @Nullable GrantView grant,
        @Nullable Tier tier,
        String requestId) {

    /** Keeps its own copy of the parameters. */
    public Admitted {
        path = Map.copyOf(path);
    }

    /** The grant of a verb that can't be admitted without one. */
    public GrantView seller() {
        if (grant == null) {
            throw new IllegalStateException(verb + " was admitted without a grant");
        }
        return grant;
    }

    /** A route's parameter. */
    public String param(String name) {
        String value = path.get(name);
        if (value == null) {
            throw new IllegalArgumentException(verb + " has no " + name);
        }
        return value;
    }
}
