package dev.rctp.gateway.observe;

import dev.rctp.gateway.observe.trace.CallTrace;
import dev.rctp.gateway.observe.trace.Phase;
import dev.rctp.gateway.observe.trace.Tracing;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Measures the phases of calls, and shows them in the call's trace where there is one. */
public final class Phases {

    private final Map<Phase, Timer> timers = new EnumMap<>(Phase.class);
    private final Tracing tracing;

    /** Registers a timer for each phase. */
    public Phases(Metrics metrics, Tracing tracing) {
        this.tracing = tracing;
        for (Phase phase : Phase.values()) {
            timers.put(phase, metrics.timer("rctp.phase", "Time of a call's phases.", Tags.of("phase", phase.label())));
        }
    }

    /** The trace that this thread's call belongs to. */
    CallTrace trace() {
        return tracing.current();
    }

    /** A phase of this thread's call begins; to be closed when it is over. */
    Running begin(Phase phase) {
        return new Running(timer(phase), System.nanoTime(), tracing.current().enter(phase));
    }

    Timer timer(Phase phase) {
        Timer timer = timers.get(phase);
        if (timer == null) {
            throw new IllegalStateException("no timer for " + phase);
        }
        return timer;
    }

    /** A phase under way. */
    record Running(Timer timer, long began, CallTrace.Step step) implements AutoCloseable {
        @Override
        public void close() {
            timer.record(System.nanoTime() - began, TimeUnit.NANOSECONDS);
            step.close();
        }
    }
}
