package dev.rctp.conformance.requirement;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One statement of the protocol that can be tested.
 *
 * @param id its clause and its number in it, such as {@code GRA-3.2}
 * @param section the section of the protocol, from 1
 * @param level whether it must or should hold
 * @param profile which profile of tests it belongs to
 * @param text the statement
 * @param needs what its test needs
 * @param untested why there is no test; null where there is one
 */
public record Requirement(
        String id,
        int section,
        Level level,
        Profile profile,
        String text,
        Set<Need> needs,
        @Nullable String untested) {

    /** Keeps its own copy of what it needs. */
    public Requirement {
        needs = Set.copyOf(needs);
    }

    /** Whether a failure is one. */
    public enum Level {
        /** A gateway that fails it is not conformant. */
        MUST,
        /** A gateway that fails it is warned of. */
        SHOULD
    }

    /** What the plan can leave out. */
    public enum Profile {
        /** Who calls, with what grant, and what is decided. */
        CORE,
        /** Listings, terms, offers and checkouts. */
        TERMS,
        /** What the seller is asked. */
        APPROVALS,
        /** Deals, events and money. */
        DEALS,
        /** The record. */
        RECORD,
        /** What is told to operators and to the marketplace. */
        WEBHOOKS,
        /** What an attacker sends. */
        HARDENING
    }

    /** What a test can't do without. */
    public enum Need {
        /** The target's clock can be moved; the test runs alone. */
        CLOCK,
        /** No other test may run meanwhile. */
        ALONE,
        /** The target's management API can be reached. */
        MANAGEMENT,
        /** The plan names an authorization server other than the runner's own. */
        EXTERNAL_AS
    }

    /** As reports show it: {@code RCTP-GRA-3.2}. */
    public String name() {
        return "RCTP-" + id;
    }

    /** Its clause: {@code GRA-3}. */
    public String clause() {
        return id.substring(0, id.lastIndexOf('.') < 0 ? id.length() : id.lastIndexOf('.'));
    }

    /** Whether no other test may run meanwhile. */
    public boolean alone() {
        return needs.contains(Need.CLOCK) || needs.contains(Need.ALONE);
    }
}
