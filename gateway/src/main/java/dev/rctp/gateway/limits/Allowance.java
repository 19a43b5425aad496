package dev.rctp.gateway.limits;

/**
 * What one party may do: a token bucket and a number at once.
 *
 * @param rate calls per second in the long run
 * @param burst calls at once after a pause
 * @param concurrency calls being answered at the same time
 */
public record Allowance(int rate, int burst, int concurrency) {

    private static final long SECOND = 1_000_000_000L;

    /** Refuses numbers under 1. */
    public Allowance {
        if (rate < 1 || burst < 1 || concurrency < 1) {
            throw new IllegalArgumentException("an allowance of nothing");
        }
    }

    /** Its token bucket. */
    Pace pace() {
        return new Pace(Math.max(1, SECOND / rate), burst);
    }
}
