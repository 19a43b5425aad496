package dev.rctp.gateway.observe;

import dev.rctp.gateway.enforce.CallKey;
import dev.rctp.gateway.enforce.FactSource;
import dev.rctp.gateway.enforce.Facts;
import dev.rctp.gateway.observe.trace.Phase;
import dev.rctp.grant.Grant;
import java.util.Map;

/** Measures the phase of reading facts. */
public record ObservedFacts(FactSource facts, Phases phases) implements FactSource {

    @Override
    public Facts of(CallKey call, String fingerprint, Map<String, String> subjectIds, Grant grant) {
        try (var _ = phases.begin(Phase.FACTS)) {
            return facts.of(call, fingerprint, subjectIds, grant);
        }
    }
}
