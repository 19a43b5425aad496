package dev.rctp.gateway.observe;

import dev.rctp.gateway.enforce.Marketplace;
import dev.rctp.gateway.enforce.UpstreamRequest;
import dev.rctp.gateway.observe.trace.Phase;
import dev.rctp.gateway.observe.trace.TraceParent;
import java.time.Duration;

/** Measures the phase {@code upstream}, one for each attempt, and tells the marketplace the trace, which no signature covers. */
public record ObservedMarketplace(Marketplace marketplace, Phases phases) implements Marketplace {

    @Override
    public Answer send(UpstreamRequest request, Duration deadline) throws InterruptedException {
        try (var _ = phases.begin(Phase.UPSTREAM)) {
            String parent = phases.trace().outgoing();
            return marketplace.send(parent == null ? request : request.with(TraceParent.FIELD, parent), deadline);
        }
    }
}
