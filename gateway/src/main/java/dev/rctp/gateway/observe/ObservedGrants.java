package dev.rctp.gateway.observe;

import dev.rctp.gateway.enforce.GrantSource;
import dev.rctp.gateway.observe.trace.Phase;
import dev.rctp.grant.Grant;
import dev.rctp.grant.GrantChecker;
import dev.rctp.grant.GrantRefused;
import dev.rctp.grant.GrantUndecidedException;
import dev.rctp.grant.GrantVerdict;
import dev.rctp.registries.Reason;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Tags;
import java.util.EnumMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Measures the phase {@code introspect} and counts how the questions end; a call without a token asks nothing, nor does one with a malformed field. */
public final class ObservedGrants implements GrantSource {

    private final GrantChecker grants;
    private final Phases phases;
    private final Counter granted;
    private final Counter undecided;
    private final Map<Reason, Counter> refused = new EnumMap<>(Reason.class);

    /** Measures these questions. */
    public ObservedGrants(GrantChecker grants, Phases phases, Metrics metrics) {
        this.grants = grants;
        this.phases = phases;
        this.granted = counter(metrics, "granted");
        this.undecided = counter(metrics, "undecided");
        for (Reason reason : new Reason[] {Reason.GRANT_INVALID, Reason.GRANT_REVOKED, Reason.GRANT_EXPIRED}) {
            refused.put(reason, counter(metrics, reason.code()));
        }
    }

    private static Counter counter(Metrics metrics, String outcome) {
        return metrics.counter(
                "rctp.introspections", "Questions to the authorization server.", Tags.of("outcome", outcome));
    }

    @Override
    public GrantVerdict check(@Nullable String authorization, String jkt)
            throws GrantUndecidedException, InterruptedException {
        return observed(authorization, () -> grants.check(authorization, jkt));
    }

    @Override
    public GrantVerdict recheck(@Nullable String authorization, String jkt)
            throws GrantUndecidedException, InterruptedException {
        return observed(authorization, () -> grants.recheck(authorization, jkt));
    }

    @FunctionalInterface
    private interface Asked {
        GrantVerdict ask() throws GrantUndecidedException, InterruptedException;
    }

    private GrantVerdict observed(@Nullable String authorization, Asked asked)
            throws GrantUndecidedException, InterruptedException {
        if (!GrantChecker.asks(authorization)) {
            return asked.ask();
        }
        try (var _ = phases.begin(Phase.INTROSPECT)) {
            GrantVerdict verdict = asked.ask();
            of(verdict).increment();
            return verdict;
        } catch (GrantUndecidedException e) {
            undecided.increment();
            throw e;
        }
    }

    private Counter of(GrantVerdict verdict) {
        return switch (verdict) {
            case Grant _ -> granted;
            case GrantRefused no -> refused.getOrDefault(no.reason(), undecided);
        };
    }
}
