package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** TEST ONLY: carries each write out once per {@code Idempotency-Key}; a repeated key gets the first answer again. */
final class Effects {

    private static final int KEPT = 100_000;

    /** A write. */
    interface Step {
        /** Carries it out. */
        Outgoing run() throws IOException, InterruptedException;
    }

    private record Done(String target, Outgoing answer) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Done> done = new LinkedHashMap<>() {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Done> eldest) {
            return size() > KEPT;
        }
    };

    /** The answer to this write; {@code effect} is set where the step ran and succeeded. */
    Outgoing once(Incoming request, AtomicBoolean effect, Step step) throws IOException, InterruptedException {
        String key = request.fields().combined("idempotency-key").orElse(null);
        String target = request.method() + " " + request.target();
        lock.lock();
        try {
            Done earlier = key == null ? null : done.get(key);
            if (earlier != null) {
                return earlier.target().equals(target) ? earlier.answer() : reused();
            }
            Outgoing answer = step.run();
            if (answer.status() < 300) {
                effect.set(true);
                remember(key, new Done(target, answer));
            }
            return answer;
        } finally {
            lock.unlock();
        }
    }

    private void remember(@Nullable String key, Done answer) {
        if (key != null) {
            done.put(key, answer);
        }
    }

    private static Outgoing reused() {
        return Outgoing.json(
                409,
                JsonNodeFactory.instance.objectNode().put("error", "this Idempotency-Key was used for another call"));
    }
}
