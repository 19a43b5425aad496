package dev.rctp.gateway.limits;

/**
 * What one address may do.
 *
 * @param calls governed or not; opening a connection takes from their rate as well
 * @param connections open at the same time
 */
public record AddressAllowance(Allowance calls, int connections) {

    /** Refuses numbers under 1. */
    public AddressAllowance {
        if (connections < 1) {
            throw new IllegalArgumentException("an allowance of nothing");
        }
    }
}
