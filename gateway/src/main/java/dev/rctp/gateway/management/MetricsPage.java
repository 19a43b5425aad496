package dev.rctp.gateway.management;

import dev.rctp.gateway.config.Secret;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.observe.Metrics;
import dev.rctp.msgsig.HttpFields;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** The metrics for a scraper, in Prometheus' text format. */
public final class MetricsPage {

    private static final HttpFields FIELDS =
            HttpFields.of("content-type", "text/plain; version=0.0.4; charset=utf-8", "cache-control", "no-store");

    private final Metrics metrics;
    private final @Nullable Secret bearer;

    /** Shows these metrics to those who send this secret as bearer token, or to all where it is null. */
    public MetricsPage(Metrics metrics, @Nullable Secret bearer) {
        this.metrics = metrics;
        this.bearer = bearer;
    }

    boolean admits(InboundRequest request) {
        return bearer == null || ManagementApi.bears(request, bearer);
    }

    Reply answer() {
        return new Reply(200, FIELDS, metrics.page().getBytes(StandardCharsets.UTF_8));
    }
}
