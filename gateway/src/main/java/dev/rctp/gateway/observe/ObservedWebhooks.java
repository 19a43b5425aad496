package dev.rctp.gateway.observe;

import dev.rctp.gateway.webhook.DeliveryWatch;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Counts webhooks by what became of them, apart for the marketplace and for all operators together. */
public final class ObservedWebhooks implements DeliveryWatch {

    private final Map<Outcome, Counter> marketplace;
    private final Map<Outcome, Counter> operators;

    /** Counts here. */
    public ObservedWebhooks(Metrics metrics) {
        this.marketplace = counters(metrics, Metrics.MARKETPLACE);
        this.operators = counters(metrics, Metrics.OPERATORS);
    }

    private static Map<Outcome, Counter> counters(Metrics metrics, String receiver) {
        Map<Outcome, Counter> counters = new EnumMap<>(Outcome.class);
        for (Outcome outcome : Outcome.values()) {
            counters.put(
                    outcome,
                    metrics.counter(
                            "rctp.webhooks",
                            "What became of webhooks and of attempts to deliver them.",
                            Tags.of(
                                    "receiver",
                                    receiver,
                                    "outcome",
                                    outcome.name().toLowerCase(Locale.ROOT))));
        }
        return counters;
    }

    @Override
    public void ended(boolean ofMarketplace, Outcome outcome, int webhooks) {
        Objects.requireNonNull((ofMarketplace ? marketplace : operators).get(outcome))
                .increment(webhooks);
    }
}
