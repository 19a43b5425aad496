package dev.rctp.bench;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What is printed, and whether the bounds are kept. */
final class Table {

    private static final double MOST_SUMS = 2.0;
    private static final double MOST_COMMITS_PER_CALL = 0.5;
    private static final int PARTIAL = 100;

    private final Options options;
    private final String provider;
    private final Scenario.Measured governed;
    private final Scenario.Measured high;
    private final Scenario.Measured ungoverned;
    private final Scenario.Measured bare;
    private final Map<Part, Double> parts;
    private final Map<Verb, Scenario.Measured> verbs;
    private final Map<Verb, DatabaseUse.PerCall> alone;
    private final Map<Verb, DatabaseUse.PerCall> together;
    private final StringBuilder text = new StringBuilder();

    private Table(Builder builder) {
        this.options = builder.options;
        this.provider = builder.provider;
        this.governed = known(builder.governed);
        this.high = known(builder.high);
        this.ungoverned = known(builder.ungoverned);
        this.bare = known(builder.bare);
        this.parts = builder.parts;
        this.verbs = builder.verbs;
        this.alone = builder.alone;
        this.together = builder.together;
    }

    private static Scenario.Measured known(Scenario.@Nullable Measured measured) {
        if (measured == null) {
            throw new IllegalStateException("not everything was measured");
        }
        return measured;
    }

    /** Whether a governed call costs at most twice its parts, commits stay far below calls, and no call failed. */
    boolean kept() {
        return governed.microsPerCall() <= MOST_SUMS * sum()
                && high.writesPerSecond() <= MOST_COMMITS_PER_CALL * high.load().perSecond()
                && failed() == 0;
    }

    private int failed() {
        return governed.load().failed()
                + high.load().failed()
                + ungoverned.load().failed()
                + bare.load().failed()
                + verbs.values().stream()
                        .mapToInt(measured -> measured.load().failed())
                        .sum()
                + Stream.concat(alone.values().stream(), together.values().stream())
                        .mapToInt(DatabaseUse.PerCall::failed)
                        .sum();
    }

    private double sum() {
        return Part.ofTheSum().stream().mapToDouble(parts::get).sum();
    }

    /** The table. */
    String text() {
        text.setLength(0);
        line(
                "CPU µs per call at %d calls/s; measured process on core 0, all else on core 1; %s; JDK %s",
                options.rate(), provider, Runtime.version());
        line("");
        line("%-66s %8s %9s %9s %7s %7s %7s", "process", "µs/call", "p50 ms", "p99 ms", "JIT µs", "GC µs", "failed");
        row("gateway, governed call, tier auto", governed);
        row("gateway, the same call forwarded ungoverned", ungoverned);
        row("bare Netty proxy", bare);
        verbs.forEach((verb, measured) -> row("gateway, " + verb.action(), measured));
        line("");
        line("%-66s %8s", "unavoidable part", "µs/call");
        Part.ofTheSum().forEach(this::row);
        line("%-66s %8.1f", "sum", sum());
        line("");
        line("%-66s %8s", "for comparison, not in the sum", "µs/call");
        Part.beside().forEach(this::row);
        line("");
        line("governed / sum         %5.2f  (at most %.0f)", governed.microsPerCall() / sum(), MOST_SUMS);
        line("governed / ungoverned  %5.2f", governed.microsPerCall() / ungoverned.microsPerCall());
        line("governed / bare        %5.2f", governed.microsPerCall() / bare.microsPerCall());
        line("");
        line(
                "%-20s %10s %22s %28s %10s %9s",
                "calls/s asked", "answered", "writing commits/s", "transactions/s with reads", "µs/call", "p99 ms");
        commits(options.rate(), governed);
        commits(options.highRate(), high);
        line(
                "writing commits / calls at the high rate: %.2f (at most %.1f)",
                high.writesPerSecond() / high.load().perSecond(), MOST_COMMITS_PER_CALL);
        line("");
        database();
        failures();
        line("%s", kept() ? "kept" : "NOT KEPT");
        return text.toString();
    }

    private void row(String name, Scenario.Measured measured) {
        line(
                "%-66s %8.1f %9.2f %9.2f %7.1f %7.1f %7d",
                name,
                measured.microsPerCall(),
                millis(measured, 50),
                millis(measured, 99),
                measured.cpu().compiling() / measured.load().calls(),
                measured.cpu().collecting() / measured.load().calls(),
                measured.load().failed());
    }

    private void row(Part part) {
        line("%-66s %8.1f", part.label(), parts.getOrDefault(part, Double.NaN));
    }

    private void commits(int asked, Scenario.Measured measured) {
        line(
                "%-20d %10.0f %22.0f %28.0f %10.1f %9.2f",
                asked,
                measured.load().perSecond(),
                measured.writesPerSecond(),
                measured.transactionsPerSecond(),
                measured.microsPerCall(),
                millis(measured, 99));
    }

    private void database() {
        line(
                "%-24s %12s %14s %10s   %22s %14s %10s",
                "database, per call",
                "round trips",
                "transactions",
                "writing",
                "at " + options.rate() + "/s: round trips",
                "transactions",
                "writing");
        alone.forEach((verb, call) -> {
            DatabaseUse.PerCall many = Objects.requireNonNull(together.get(verb));
            line(
                    "%-24s %12.2f %14.2f %10.2f   %22.2f %14.2f %10.2f",
                    verb.action(),
                    call.trips(),
                    call.transactions(),
                    call.writes(),
                    many.trips(),
                    many.transactions(),
                    many.writes());
        });
    }

    private void failures() {
        List<Scenario.Measured> all = new ArrayList<>(List.of(governed, high, ungoverned, bare));
        all.addAll(verbs.values());
        for (Scenario.Measured measured : all) {
            if (measured.load().failed() > 0) {
                String failure = measured.load().failure();
                line("a failure: %s", failure.substring(0, Math.min(3 * PARTIAL, failure.length())));
            }
        }
    }

    private static double millis(Scenario.Measured measured, double percentile) {
        return measured.load().latency().getValueAtPercentile(percentile) / 1000.0;
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation is not on the class path
    private void line(String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values)).append('\n');
    }

    /** Collects what is measured. */
    static final class Builder {

        private final Options options;
        private final String provider;
        private final Map<Part, Double> parts = new EnumMap<>(Part.class);
        private final Map<Verb, Scenario.Measured> verbs = new EnumMap<>(Verb.class);
        private final Map<Verb, DatabaseUse.PerCall> alone = new EnumMap<>(Verb.class);
        private final Map<Verb, DatabaseUse.PerCall> together = new EnumMap<>(Verb.class);
        private Scenario.@Nullable Measured governed;
        private Scenario.@Nullable Measured high;
        private Scenario.@Nullable Measured ungoverned;
        private Scenario.@Nullable Measured bare;

        Builder(Options options, String provider) {
            this.options = options;
            this.provider = provider;
        }

        void governed(Scenario.Measured measured) {
            this.governed = measured;
        }

        void high(Scenario.Measured measured) {
            this.high = measured;
        }

        void ungoverned(Scenario.Measured measured) {
            this.ungoverned = measured;
        }

        void bare(Scenario.Measured measured) {
            this.bare = measured;
        }

        void verb(Verb verb, Scenario.Measured measured) {
            verbs.put(verb, measured);
        }

        void database(Verb verb, DatabaseUse.PerCall single, DatabaseUse.PerCall many) {
            alone.put(verb, single);
            together.put(verb, many);
        }

        void parts(Map<Part, Double> measured) {
            parts.putAll(measured);
        }

        /** Units of two for each governed call in one commit. */
        double unitsPerCommit() {
            Scenario.Measured measured = known(governed);
            return Math.max(1.0, 2.0 * measured.load().calls() / measured.writes());
        }

        Table build() {
            return new Table(this);
        }
    }
}
