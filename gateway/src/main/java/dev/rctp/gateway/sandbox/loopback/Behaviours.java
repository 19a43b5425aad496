package dev.rctp.gateway.sandbox.loopback;

import dev.rctp.registries.InvalidJsonException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * TEST ONLY: how tests make a host misbehave: {@code {"path", "status"?, "delay_ms"?, "times"?, "method"?, "body"?}}.
 * It applies to the next {@code times} requests (one where absent) whose path contains {@code path}, and whose method is
 * {@code method} where one is given; of those that apply, the one with the longest path is used up first, and of several the oldest. With a
 * status the request is answered by it after the delay and has no effect; without one it is carried out first and answered late.
 */
public final class Behaviours {

    /**
     * What to do with one request.
     *
     * @param status the status to answer with; 0 to carry the request out
     * @param body the body to answer with
     */
    public record Behaviour(int status, Duration delay, JsonNode body) {}

    private static final class Planned {
        private final String path;
        private final @Nullable String method;
        private final Behaviour behaviour;
        private long left;

        Planned(String path, @Nullable String method, Behaviour behaviour, long left) {
            this.path = path;
            this.method = method;
            this.behaviour = behaviour;
            this.left = left;
        }

        boolean applies(Incoming request) {
            return request.path().contains(path) && (method == null || method.equals(request.method())) && left > 0;
        }
    }

    private final ReentrantLock lock = new ReentrantLock();
    private final List<Planned> planned = new ArrayList<>();

    /** Plans one. */
    public void plan(JsonBody body) throws InvalidJsonException {
        long status = body.number("status", 0);
        if (status != 0 && (status < 200 || status > 599)) {
            throw new InvalidJsonException("status is not between 200 and 599");
        }
        JsonNode answer = body.object().hasNonNull("body")
                ? body.object().get("body")
                : JsonNodeFactory.instance.objectNode().put("error", "planned by a test");
        Behaviour behaviour =
                new Behaviour((int) status, Duration.ofMillis(Math.max(0, body.number("delay_ms", 0))), answer);
        Planned one = new Planned(
                body.text("path"), body.optionalText("method").orElse(null), behaviour, body.number("times", 1));
        lock.lock();
        try {
            planned.add(one);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all. */
    public void clear() {
        lock.lock();
        try {
            planned.clear();
        } finally {
            lock.unlock();
        }
    }

    private void use(Planned one) {
        one.left--;
        if (one.left <= 0) {
            planned.remove(one);
        }
    }

    /** What to do with this request, used up by it; empty for the ordinary. */
    public Optional<Behaviour> take(Incoming request) {
        lock.lock();
        try {
            Optional<Planned> next = planned.stream()
                    .filter(one -> one.applies(request))
                    .max(Comparator.comparingInt(one -> one.path.length()));
            next.ifPresent(this::use);
            return next.map(one -> one.behaviour);
        } finally {
            lock.unlock();
        }
    }
}
