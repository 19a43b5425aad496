package dev.rctp.gateway.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.function.IntSupplier;
import java.util.function.ToDoubleFunction;

/**
 * The meters of one gateway and the page that shows them. Every label has its values from a registry or from the code; none has anything
 * of a request in it. A series is registered at the start or when it is counted first, and kept.
 */
public final class Metrics implements AutoCloseable {

    private static final Duration[] LATENCIES = {
        Duration.ofMillis(1),
        Duration.ofNanos(2_500_000),
        Duration.ofMillis(5),
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofSeconds(1),
        Duration.ofSeconds(5),
        Duration.ofSeconds(15)
    };

    static final String MARKETPLACE = "marketplace";
    static final String OPERATORS = "operator";

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    /** Only the meters of the process itself, so far. */
    public Metrics() {
        ProcessMeters.register(registry);
    }

    /** All meters in Prometheus' text format 0.0.4. */
    public String page() {
        return registry.scrape("text/plain");
    }

    /**
     * Shows a pool of connections.
     *
     * @param name one of a few words
     * @param inUse connections that somebody works with
     * @param idle open ones that nobody works with
     * @param waiting how many wait for one
     */
    public Metrics pool(String name, IntSupplier inUse, IntSupplier idle, IntSupplier waiting) {
        String connections = "rctp.pool.connections";
        String said = "Open connections of a pool.";
        gauge(connections, said, Tags.of("pool", name, "state", "in_use"), inUse);
        gauge(connections, said, Tags.of("pool", name, "state", "idle"), idle);
        gauge("rctp.pool.waiting", "Who waits for a connection of a pool.", Tags.of("pool", name), waiting);
        return this;
    }

    /** Shows how many webhooks wait, for the marketplace and for all operators together. */
    public Metrics webhooksWaiting(IntSupplier marketplace, IntSupplier operators) {
        String name = "rctp.webhooks.waiting";
        String said = "Webhooks that are still to be delivered.";
        gauge(name, said, Tags.of("receiver", MARKETPLACE), marketplace);
        gauge(name, said, Tags.of("receiver", OPERATORS), operators);
        return this;
    }

    /** Shows a number that is read when the page is. */
    public Metrics gauge(String name, String description, IntSupplier value) {
        gauge(name, description, Tags.empty(), value);
        return this;
    }

    /** Shows a count that this part keeps itself, since the start; the part has to live as long as the metrics. */
    public <T> Metrics count(String name, String description, T part, ToDoubleFunction<T> value) {
        FunctionCounter.builder(name, part, value).description(description).register(registry);
        return this;
    }

    private void gauge(String name, String description, Tags tags, IntSupplier value) {
        Gauge.builder(name, value::getAsInt).description(description).tags(tags).register(registry);
    }

    Timer timer(String name, String description, Tags tags) {
        return Timer.builder(name)
                .description(description)
                .tags(tags)
                .serviceLevelObjectives(LATENCIES)
                .register(registry);
    }

    Counter counter(String name, String description, Tags tags) {
        return Counter.builder(name).description(description).tags(tags).register(registry);
    }

    DistributionSummary sizes(String name, String description, double... buckets) {
        return DistributionSummary.builder(name)
                .description(description)
                .serviceLevelObjectives(buckets)
                .register(registry);
    }

    /** Forgets all meters. */
    @Override
    public void close() {
        registry.close();
    }
}
