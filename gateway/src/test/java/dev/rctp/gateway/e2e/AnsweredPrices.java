package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The prices that the gateway has judged, by its answers alone, and what of them counts (OFF-6, OFF-9). An agent is named as in the walk. */
final class AnsweredPrices {

    private static final Duration WINDOW = Duration.ofDays(1);
    private static final int PER_AGENT = 3;
    private static final int PER_OPERATOR = 10;

    /** A price that was refused for itself, or lower than one that was answered before. */
    private record Counted(String agent, Instant at) {
        String operator() {
            return agent.substring(0, agent.lastIndexOf('-'));
        }
    }

    private final List<Counted> buyers = new ArrayList<>();
    private final List<Counted> sellers = new ArrayList<>();
    private final Map<String, Long> highest = new HashMap<>();

    /** An offer of this amount was answered so. */
    void buyers(String agent, long amount, String answer, Instant at) {
        boolean judged = answer.equals("below_floor") || answer.equals("ok") || answer.equals("veto");
        if (!judged) {
            return;
        }
        if (answer.equals("below_floor") || amount < highest.getOrDefault(agent, 0L)) {
            buyers.add(new Counted(agent, at));
        }
        highest.merge(agent, amount, Math::max);
    }

    /** A counter or a list price was answered so. */
    void sellers(String agent, String answer, Instant at) {
        if (answer.equals("below_floor")) {
            sellers.add(new Counted(agent, at));
        }
    }

    /** Fails where more prices were judged within the window than may be tried. */
    void withinBudgets(Instant now) {
        assertThat(within(buyers, Counted::agent, now)).as("OFF-6, of an agent").allMatch(count -> count <= PER_AGENT);
        assertThat(within(buyers, Counted::operator, now))
                .as("OFF-6, of an operator")
                .allMatch(count -> count <= PER_OPERATOR);
        assertThat(within(sellers, Counted::agent, now)).as("OFF-9").allMatch(count -> count <= PER_AGENT);
    }

    private static List<Long> within(List<Counted> counted, Function<Counted, String> whose, Instant now) {
        return List.copyOf(counted.stream()
                .filter(one -> one.at().plus(WINDOW).isAfter(now))
                .collect(Collectors.groupingBy(whose, Collectors.counting()))
                .values());
    }
}
