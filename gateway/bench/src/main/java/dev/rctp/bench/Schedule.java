package dev.rctp.bench;

/**
 * How a part is measured.
 *
 * @param rate times a second
 * @param burst times a second while the compiler still works
 * @param seconds of the measurement; the burst takes half of them
 */
record Schedule(double rate, double burst, int seconds) {

    /** A measurement that can be made at any rate. */
    @FunctionalInterface
    interface Measurement {
        double micros() throws Exception;
    }

    /** How many times in all. */
    int turns() {
        return (int) Math.max(1, rate * seconds);
    }

    /** The same at another rate, with as much burst. */
    Schedule at(double other) {
        return new Schedule(other, burst, seconds);
    }

    /** How many times the burst repeats what is measured. */
    int burstTurns() {
        return (int) Math.max(1, burst * seconds / 2);
    }

    /** The second of two measurements. */
    double measured(Measurement measurement) throws Exception {
        measurement.micros();
        return measurement.micros();
    }
}
