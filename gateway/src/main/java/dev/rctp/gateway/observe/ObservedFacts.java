package dev.rctp.gateway.observe;

import dev.rctp.gateway.enforce.AdmittedCall;
import dev.rctp.gateway.enforce.FactSource;
import dev.rctp.gateway.enforce.Facts;
import dev.rctp.gateway.observe.trace.Phase;
import java.time.Instant;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Measures the phase of reading facts. */
public record ObservedFacts(FactSource facts, Phases phases) implements FactSource {

    @Override
    public Facts of(AdmittedCall call, Optional<ObjectNode> body, Instant now) {
        try (var _ = phases.begin(Phase.FACTS)) {
            return facts.of(call, body, now);
        }
    }
}
