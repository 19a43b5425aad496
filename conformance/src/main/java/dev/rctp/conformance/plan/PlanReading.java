package dev.rctp.conformance.plan;

import java.util.List;

/** What reading a plan gives. */
public sealed interface PlanReading {

    /** A plan that can be run. */
    record Good(Plan plan) implements PlanReading {}

    /**
     * One that can't.
     *
     * @param faults each with the path of the member it is about
     */
    record Faulty(List<String> faults) implements PlanReading {

        /** Keeps its own copy. */
        public Faulty {
            faults = List.copyOf(faults);
        }
    }
}
