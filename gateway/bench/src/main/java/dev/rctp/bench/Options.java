package dev.rctp.bench;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What the command line asks for. */
final class Options {

    /** Calls a second that never meet. */
    static final int ALONE_RATE = 10;

    /** For how long round trips are counted. */
    static final int COUNTED_SECONDS = 10;

    @Option(names = "--rate", defaultValue = "500")
    private int rate;

    @Option(names = "--high-rate", defaultValue = "1500")
    private int highRate;

    @Option(names = "--warmup", defaultValue = "100")
    private int warmup;

    @Option(names = "--measure", defaultValue = "20")
    private int measure;

    @Option(names = "--profile")
    private @Nullable Path profile;

    @Option(names = "--no-build")
    private boolean built; // the script's

    /** Calls per second of the measurement. */
    int rate() {
        return rate;
    }

    /** Calls per second of the burst and of the commits' measurement. */
    int highRate() {
        return highRate;
    }

    /** How many calls of one verb there are at most, warm-up and counting included. */
    int mostCalls() {
        int warming = warmup / 2 * highRate + (warmup - warmup / 2) * rate;
        return warming + measure * rate + 2 * COUNTED_SECONDS * (rate + ALONE_RATE);
    }

    /** Seconds before a measurement. */
    int warmup() {
        return warmup;
    }

    /** Seconds of a measurement. */
    int measure() {
        return measure;
    }

    /** Where a recording of the governed calls goes; null for none. */
    @Nullable
    Path profile() {
        return profile;
    }

    /** Whether the script was told not to build. */
    boolean built() {
        return built;
    }
}
