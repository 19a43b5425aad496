package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import dev.rctp.msgsig.HttpFields;
import java.util.ArrayDeque;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: the newest 10,000 requests that an intermediary forwarded, oldest first: {@code method}, {@code path} with the
 * raw query, {@code headers} (lower-case name to value, lines of one name joined by a comma and a space), {@code body} as
 * text, and {@code effect}: whether this one request changed something here.
 */
final class RequestLog {

    private static final int KEPT = 10_000;
    /** What a request that came straight from a client does not have. */
    private static final Set<String> FORWARDED =
            Set.of("forwarded", "via", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "signature-input");

    /** One line of the log. */
    record Line(Incoming request, AtomicBoolean effect) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<Line> lines = new ArrayDeque<>();

    /** Notes a request where it was forwarded; the effect is the caller's to set. */
    AtomicBoolean note(Incoming request) {
        Line line = new Line(request, new AtomicBoolean());
        if (forwarded(request.fields())) {
            lock.lock();
            try {
                lines.addLast(line);
                if (lines.size() > KEPT) {
                    lines.removeFirst();
                }
            } finally {
                lock.unlock();
            }
        }
        return line.effect();
    }

    /** Empties it. */
    void clear() {
        lock.lock();
        try {
            lines.clear();
        } finally {
            lock.unlock();
        }
    }

    /** The whole log. */
    ArrayNode toJson() {
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        lock.lock();
        try {
            lines.forEach(line -> all.add(toJson(line)));
        } finally {
            lock.unlock();
        }
        return all;
    }

    private static ObjectNode toJson(Line line) {
        Incoming request = line.request();
        ObjectNode json = JsonNodeFactory.instance
                .objectNode()
                .put("method", request.method())
                .put("path", request.target());
        ObjectNode headers = json.putObject("headers");
        request.fields()
                .lines()
                .forEach(field -> headers.put(
                        field.name(), request.fields().combined(field.name()).orElse("")));
        return json.put("body", request.text()).put("effect", line.effect().get());
    }

    static boolean forwarded(HttpFields fields) {
        return fields.lines().stream()
                .anyMatch(field -> field.name().startsWith("rctp-") || FORWARDED.contains(field.name()));
    }
}
