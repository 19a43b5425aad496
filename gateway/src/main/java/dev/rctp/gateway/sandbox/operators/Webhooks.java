package dev.rctp.gateway.sandbox.operators;

import dev.rctp.gateway.sandbox.loopback.Incoming;
import java.util.ArrayDeque;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: the newest 10,000 webhooks that came, oldest first: {@code operator}, {@code headers} (lower-case name to value)
 * and {@code body} as text. Nothing is checked here; a test does that with what it reads.
 */
final class Webhooks {

    private static final int KEPT = 10_000;

    private final ReentrantLock lock = new ReentrantLock();
    private final ArrayDeque<ObjectNode> received = new ArrayDeque<>();

    /** Keeps one. */
    void keep(String operator, Incoming request) {
        ObjectNode entry = JsonNodeFactory.instance.objectNode().put("operator", operator);
        ObjectNode headers = entry.putObject("headers");
        request.fields()
                .lines()
                .forEach(field -> headers.put(
                        field.name(), request.fields().combined(field.name()).orElse("")));
        entry.put("body", request.text());
        lock.lock();
        try {
            received.addLast(entry);
            if (received.size() > KEPT) {
                received.removeFirst();
            }
        } finally {
            lock.unlock();
        }
    }

    /** All of them. */
    ArrayNode toJson() {
        lock.lock();
        try {
            return JsonNodeFactory.instance.arrayNode().addAll(received);
        } finally {
            lock.unlock();
        }
    }

    /** Forgets all. */
    void clear() {
        lock.lock();
        try {
            received.clear();
        } finally {
            lock.unlock();
        }
    }
}
