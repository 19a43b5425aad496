package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.server.Received;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The webhooks of one subject to one receiver (WHK-1).
 *
 * @param to an operator's name or {@link #MARKETPLACE}
 * @param subject an id
 */
public record Told(Trial t, String to, String subject) {

    /** The marketplace among the receivers. */
    public static final String MARKETPLACE = "marketplace";

    /** Within this a webhook comes. */
    public static final Duration SOON = Duration.ofMinutes(1);

    /** All that came so far, in their order. */
    public List<Received> all() {
        return t.world()
                .webhooks()
                .deliveries(to, body -> body.path("subject").asString("").equals(subject));
    }

    /** The first with this status, once it comes. */
    public Received with(String status) {
        return with(status, SOON);
    }

    /** The first with this status, once it comes within that time. */
    public Received with(String status, Duration within) {
        return t.eventually(
                "A webhook to " + to + " tells of " + subject + " with status `" + status + "`.",
                within,
                () -> first(status));
    }

    private @Nullable Received first(String status) {
        return all().stream()
                .filter(one -> one.json().path("status").asString("").equals(status))
                .findFirst()
                .orElse(null);
    }

    /** Attempts to deliver, at least so many, once they have come. */
    public List<Received> atLeast(int count, Duration within) {
        t.that(
                cameAtLeast(count, within),
                "A webhook that was not taken is sent again, until it is taken: attempt " + count + " was expected.");
        return attempts().subList(0, count);
    }

    /** Whether so many come within that time. */
    public boolean cameAtLeast(int count, Duration within) {
        return t.awaited(within, () -> attempts().size() >= count ? Boolean.TRUE : null) != null;
    }

    /** The attempts to deliver one webhook: of those that came the one that came most often. */
    public List<Received> attempts() {
        Map<String, List<Received>> byId = new LinkedHashMap<>();
        all().forEach(one ->
                byId.computeIfAbsent(id(one), _ -> new ArrayList<>()).add(one));
        return byId.values().stream().max(Comparator.comparingInt(List::size)).orElse(List.of());
    }

    private static String id(Received one) {
        return one.json().path("id").asString("");
    }

    /** Whether none came between the attempts of another. */
    public boolean inOrder() {
        List<String> ids = all().stream().map(Told::id).toList();
        return ids.stream()
                .allMatch(id -> Set.copyOf(ids.subList(ids.indexOf(id), ids.lastIndexOf(id) + 1))
                                .size()
                        == 1);
    }
}
