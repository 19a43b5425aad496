package dev.rctp.conformance.run;

/** The tests of some clauses of the protocol. */
@FunctionalInterface
public interface Section {

    /** Registers the test of each requirement of its clauses. */
    void register(Suite suite);
}
