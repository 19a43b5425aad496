package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.gateway.sandbox.loopback.Journal;
import java.io.IOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: what the marketplace knows; all objects go in and out as copies. */
final class Books {

    /** The kinds of things in them. */
    enum Kind {
        LISTING,
        OFFER,
        DEAL,
        ACCOUNT
    }

    private final Journal journal;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<Kind, Map<String, ObjectNode>> shelves = new EnumMap<>(Kind.class);

    /** Books that hold what the journal holds. */
    Books(Journal journal) throws IOException {
        this.journal = journal;
        for (Kind kind : Kind.values()) {
            shelves.put(kind, new LinkedHashMap<>());
        }
        journal.replay(entry -> shelf(Kind.valueOf(entry.get("kind").stringValue()))
                .put(entry.get("id").stringValue(), (ObjectNode) entry.get("value")));
    }

    /** Puts a thing in, in place of one with its identifier, and gives it back. */
    ObjectNode put(Kind kind, String id, ObjectNode value) {
        lock.lock();
        try {
            shelf(kind).put(id, value.deepCopy());
            ObjectNode entry = JsonNodeFactory.instance
                    .objectNode()
                    .put("kind", kind.name())
                    .put("id", id);
            entry.set("value", value);
            journal.append(entry);
            return value;
        } finally {
            lock.unlock();
        }
    }

    /** The thing with this identifier; empty where there is none. */
    Optional<ObjectNode> find(Kind kind, String id) {
        lock.lock();
        try {
            return Optional.ofNullable(shelf(kind).get(id)).map(ObjectNode::deepCopy);
        } finally {
            lock.unlock();
        }
    }

    /** All things of a kind, oldest first. */
    List<ObjectNode> all(Kind kind) {
        lock.lock();
        try {
            return shelf(kind).values().stream().map(ObjectNode::deepCopy).toList();
        } finally {
            lock.unlock();
        }
    }

    private Map<String, ObjectNode> shelf(Kind kind) {
        return shelves.computeIfAbsent(kind, k -> new LinkedHashMap<>());
    }
}
