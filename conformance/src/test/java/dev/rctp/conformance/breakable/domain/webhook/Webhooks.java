package dev.rctp.conformance.breakable.domain.webhook;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.caller.Profile;
import dev.rctp.conformance.breakable.caller.Profiles;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.jose.Ids;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Keeps webhooks in the order of each subject and sends them until they are taken, for 24 h (WHK-1). */
public final class Webhooks implements AutoCloseable {

    private static final String MARKETPLACE = "";
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);
    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofMinutes(5);
    private static final Duration GIVEN_UP = Duration.ofHours(24);

    private record Line(String receiver, String subject) {}

    private final Map<Line, Queue<ObjectNode>> lines = new HashMap<>();
    private final WebhookSender sender;
    private final Profiles profiles;
    private final Optional<String> marketplace;
    private final GatewayClock clock;
    private final Ids ids;
    private final Set<Fault> faults;
    private volatile boolean closed;

    /** @param marketplace {@code webhooks.marketplace_url} */
    public Webhooks(
            WebhookSender sender,
            Profiles profiles,
            Optional<String> marketplace,
            GatewayClock clock,
            Ids ids,
            Set<Fault> faults) {
        this.sender = sender;
        this.profiles = profiles;
        this.marketplace = marketplace;
        this.clock = clock;
        this.ids = ids;
        this.faults = faults;
    }

    /** Tells an operator. */
    public void tell(String operator, String type, String subject, String status) {
        queue(operator, body(type, subject, status));
    }

    /** Tells an operator where a page is, as nobody should. */
    public void tellWithUrl(String operator, String type, String subject, String status, String url) {
        queue(operator, body(type, subject, status).put("approval_url", url));
    }

    /** Tells the marketplace, with a page's address if there is one. */
    public void tellMarketplace(String type, String subject, String status, String url) {
        ObjectNode body = body(type, subject, status);
        queue(MARKETPLACE, url.isEmpty() ? body : body.put("approval_url", url));
    }

    private ObjectNode body(String type, String subject, String status) {
        return Json.object()
                .put("id", ids.fresh("whk_"))
                .put("type", type)
                .put("subject", subject)
                .put("status", status);
    }

    private void queue(String receiver, ObjectNode body) {
        Line line = new Line(receiver, Json.text(body, "subject"));
        if (faults.contains(Fault.WEBHOOKS_OUT_OF_ORDER)) {
            line = new Line(receiver, Json.text(body, "id"));
        }
        boolean idle;
        synchronized (lines) {
            Queue<ObjectNode> queue = lines.get(line);
            idle = queue == null;
            if (queue == null) {
                queue = new ArrayDeque<>();
                lines.put(line, queue);
            }
            queue.add(body);
        }
        if (idle) {
            Line drained = line;
            Thread.ofVirtual().name("webhooks").start(() -> drain(drained));
        }
    }

    private void drain(Line line) {
        try {
            for (ObjectNode next = head(line); next != null && !closed; next = after(line)) {
                deliver(line.receiver(), next);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private @Nullable ObjectNode head(Line line) {
        synchronized (lines) {
            Queue<ObjectNode> queue = lines.get(line);
            return queue == null ? null : queue.peek();
        }
    }

    private @Nullable ObjectNode after(Line line) {
        synchronized (lines) {
            Queue<ObjectNode> queue = lines.get(line);
            if (queue == null) {
                return null;
            }
            queue.poll();
            if (queue.isEmpty()) {
                lines.remove(line);
            }
            return queue.peek();
        }
    }

    private void deliver(String receiver, ObjectNode body) throws InterruptedException {
        Instant until = clock.instant().plus(GIVEN_UP);
        Duration pause = FIRST_PAUSE;
        while (!closed) {
            Optional<String> address = address(receiver);
            if (address.isEmpty() || sender.taken(address.get(), body)) {
                return;
            }
            Instant next = clock.instant().plus(pause);
            if (next.isAfter(until) || faults.contains(Fault.WEBHOOK_NOT_RETRIED)) {
                return;
            }
            clock.waitUntil(next);
            pause = longer(pause);
        }
    }

    private Duration longer(Duration pause) {
        if (faults.contains(Fault.WEBHOOK_PAUSES_DO_NOT_GROW)) {
            return SHORTEST_PAUSE;
        }
        Duration doubled = pause.multipliedBy(2);
        return doubled.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : doubled;
    }

    private Optional<String> address(String receiver) {
        return receiver.equals(MARKETPLACE)
                ? marketplace
                : profiles.current(receiver).flatMap(Profile::webhookUrl);
    }

    @Override
    public void close() {
        closed = true;
    }
}
