package dev.rctp.conformance.run;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.requirement.Requirement;
import java.util.List;

/**
 * Which tests of a plan are run.
 *
 * @param only clauses or requirements, such as {@code RCTP-GRA-3}; empty for all of the plan's profiles
 */
public record Selection(Plan plan, List<String> only) {

    /** Keeps its own copy of the names. */
    public Selection {
        only = List.copyOf(only);
    }

    /** What is to be run, in the protocol's order. */
    public List<Requirement> chosen(Suite suite) {
        return suite.requirements().all().stream()
                .filter(one -> suite.testOf(one).isPresent())
                .filter(this::isChosen)
                .toList();
    }

    /** The names that select no test. */
    public List<String> namingNothing(Suite suite) {
        List<Requirement> tested = suite.requirements().all().stream()
                .filter(one -> suite.testOf(one).isPresent())
                .toList();
        return only.stream()
                .filter(name -> tested.stream().noneMatch(one -> names(name, one)))
                .toList();
    }

    private boolean isChosen(Requirement requirement) {
        if (only.isEmpty()) {
            return plan.profiles().contains(requirement.profile());
        }
        return only.stream().anyMatch(name -> names(name, requirement));
    }

    private static boolean names(String name, Requirement requirement) {
        String bare = name.startsWith("RCTP-") ? name.substring(5) : name;
        return bare.equals(requirement.id())
                || bare.equals(requirement.clause())
                || (!bare.contains("-") && requirement.id().startsWith(bare + "-"));
    }

    /** Why a test can't be run by this plan; empty where it can. */
    public String lacking(Requirement requirement) {
        for (Requirement.Need need : requirement.needs()) {
            switch (need) {
                case CLOCK -> {
                    if (plan.target().clockUrl() == null) {
                        return "It has to move the target's clock, and the plan names no target.clock_url.";
                    }
                }
                case MANAGEMENT -> {
                    if (plan.target().management() == null) {
                        return "It needs the management API, and the plan names no target.management.";
                    }
                }
                case ALONE, EXTERNAL_AS -> {}
            }
        }
        return "";
    }

    /** Whether the plan says that it fails. */
    public boolean expectedToFail(Requirement requirement) {
        return plan.expectedFailures().containsKey(requirement.name());
    }
}
