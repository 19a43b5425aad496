package dev.rctp.gateway.observe;

import dev.rctp.gateway.http.rest.CallMeter;
import dev.rctp.registries.Action;
import dev.rctp.registries.Reason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** Counts requests and decisions by words of the registries; any other word is {@code other}, and none at all is {@code none}. */
public final class CallCounters implements CallMeter {

    private static final Set<String> PROTOCOLS = Set.of("HTTP/1.0", "HTTP/1.1", "HTTP/2");
    private static final Set<String> DECISIONS = Set.of("auto", "ask", "forbid");

    private record Request(Kind kind, String protocol, String status) {}

    private record Decided(String verb, String decision, String reason) {}

    private final Metrics metrics;
    private final Set<String> verbs;
    private final Map<Request, Counter> requests = new ConcurrentHashMap<>();
    private final Map<Decided, Counter> decisions = new ConcurrentHashMap<>();
    private final Counter bytesIn;
    private final Counter bytesOut;

    /** Counts calls of these actions. */
    public CallCounters(Metrics metrics, Collection<Action> actions) {
        this.metrics = metrics;
        this.verbs = actions.stream().map(Action::name).collect(Collectors.toUnmodifiableSet());
        this.bytesIn = bytes("in");
        this.bytesOut = bytes("out");
    }

    private Counter bytes(String direction) {
        return metrics.counter(
                "rctp.body.bytes", "Bytes of requests' and answers' bodies.", Tags.of("direction", direction));
    }

    @Override
    public void told(Told told) {
        requests.computeIfAbsent(
                        new Request(told.kind(), known(told.protocol(), PROTOCOLS), statusClass(told.status())),
                        this::register)
                .increment();
        if (!told.decision().isEmpty()) {
            decisions
                    .computeIfAbsent(
                            new Decided(
                                    known(told.action(), verbs),
                                    known(told.decision(), DECISIONS),
                                    reason(told.reason())),
                            this::register)
                    .increment();
        }
        bytesIn.increment((double) told.bytesIn());
        bytesOut.increment((double) told.bytesOut());
    }

    private Counter register(Request request) {
        Tags tags = Tags.of("kind", request.kind().word(), "protocol", request.protocol(), "status", request.status());
        return metrics.counter("rctp.requests", "Requests of the agents' port.", tags);
    }

    private Counter register(Decided decided) {
        Tags tags = Tags.of("verb", decided.verb(), "decision", decided.decision(), "reason", decided.reason());
        return metrics.counter("rctp.decisions", "Decisions by verb and reason.", tags);
    }

    private static String known(String word, Set<String> words) {
        if (word.isEmpty()) {
            return "none";
        }
        return words.contains(word) ? word : "other";
    }

    private static String reason(String code) {
        return code.isEmpty() ? "none" : Reason.ofCode(code).map(Reason::code).orElse("other");
    }

    private static String statusClass(int status) {
        return switch (status / 100) {
            case 1 -> "1xx";
            case 2 -> "2xx";
            case 3 -> "3xx";
            case 4 -> "4xx";
            case 5 -> "5xx";
            default -> "none";
        };
    }
}
