package dev.rctp.conformance.report;

import java.util.List;

/** A section of the protocol, from 1. */
public record ProtocolSection(int number) {

    private static final List<String> TITLES = List.of(
            "Words",
            "Who is calling",
            "Agent Grant",
            "Decision",
            "Listings and terms",
            "Offers",
            "Approvals",
            "Deals, events and money",
            "The record",
            "Discovery",
            "The proxy",
            "Invariants",
            "Answers",
            "Schemas",
            "Bodies");

    /** Its heading. */
    public String title() {
        return number >= 1 && number <= TITLES.size() ? TITLES.get(number - 1) : "Other";
    }

    /** Its number and heading: {@code 3 Agent Grant}. */
    public String text() {
        return number + " " + title();
    }
}
