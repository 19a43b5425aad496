package dev.rctp.attest;

import dev.rctp.registries.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Refusals that wait to be written, in bounded memory: past a limit they are only counted, by reason (REC-1). */
final class RefusalNotes {

    /** Refusals in one entry, so that no entry grows without bound. */
    private static final int PAGE = 500;
    /** Addresses that are counted on their own; others are new to a crowd, and only counted together. */
    private static final int ADDRESSES = 10_000;

    private static final Duration WINDOW = Duration.ofMinutes(1);

    private record Noted(Instant at, Refusal refusal) {}

    private final int maxPending;
    private final ReentrantLock lock = new ReentrantLock();
    private final Deque<Noted> pending = new ArrayDeque<>();
    private final Map<Reason, Long> counted = new EnumMap<>(Reason.class);
    private final Map<String, Integer> seen = new HashMap<>();
    private volatile int perAddress;
    private Instant windowEnd = Instant.MIN;

    RefusalNotes(int perAddress, int maxPending) {
        this.perAddress = perAddress;
        this.maxPending = maxPending;
    }

    /** Another limit for each address from now on. */
    void reload(int next) {
        perAddress = next;
    }

    void add(Refusal refusal, Instant now) {
        lock.lock();
        try {
            if (pending.size() < maxPending && withinAddressLimit(refusal.address(), now)) {
                pending.addLast(new Noted(now, refusal));
            } else {
                count(refusal.reason(), 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /** Takes out the oldest refusals, as many as one entry holds, and all counts. */
    Page next() {
        lock.lock();
        try {
            List<Noted> refusals = new ArrayList<>(Math.min(PAGE, pending.size()));
            while (refusals.size() < PAGE && !pending.isEmpty()) {
                refusals.add(pending.removeFirst());
            }
            Page page = new Page(refusals, new EnumMap<>(counted));
            counted.clear();
            return page;
        } finally {
            lock.unlock();
        }
    }

    /** Takes back what could not be written; what no longer fits is only counted. */
    void putBack(Page page) {
        lock.lock();
        try {
            page.counted.forEach(this::count);
            for (Noted noted : page.refusals.reversed()) {
                if (pending.size() < maxPending) {
                    pending.addFirst(noted);
                } else {
                    count(noted.refusal().reason(), 1);
                }
            }
        } finally {
            lock.unlock();
        }
    }

    private boolean withinAddressLimit(String address, Instant now) {
        if (!now.isBefore(windowEnd)) {
            seen.clear();
            windowEnd = now.plus(WINDOW);
        }
        if (seen.size() >= ADDRESSES && !seen.containsKey(address)) {
            return false;
        }
        return seen.merge(address, 1, Integer::sum) <= perAddress;
    }

    private void count(Reason reason, long more) {
        counted.merge(reason, more, Long::sum);
    }

    /** What one entry tells. */
    static final class Page {

        private final List<Noted> refusals;
        private final Map<Reason, Long> counted;

        private Page(List<Noted> refusals, Map<Reason, Long> counted) {
            this.refusals = refusals;
            this.counted = counted;
        }

        boolean isEmpty() {
            return refusals.isEmpty() && counted.isEmpty();
        }

        boolean isFull() {
            return refusals.size() == PAGE;
        }

        /** The entry's body: {@code {"counted": {reason: n}, "refusals": […]}}. */
        ObjectNode body() {
            ObjectNode body = JsonNodeFactory.instance.objectNode();
            ArrayNode list = body.putArray("refusals");
            refusals.forEach(noted -> list.add(RefusalBody.of(noted.refusal(), noted.at())));
            ObjectNode counts = body.putObject("counted");
            counted.forEach((reason, n) -> counts.put(reason.code(), n));
            return body;
        }
    }
}
