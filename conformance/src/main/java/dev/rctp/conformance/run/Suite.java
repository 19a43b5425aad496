package dev.rctp.conformance.run;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.requirement.Requirements;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Every requirement that has a test, with it: one test, one requirement. */
public final class Suite {

    private final Requirements requirements;
    private final Map<String, Test> tests = new LinkedHashMap<>();

    private Suite(Requirements requirements) {
        this.requirements = requirements;
    }

    /** The tests of these sections. */
    public static Suite of(Requirements requirements, List<Section> sections) {
        Suite suite = new Suite(requirements);
        sections.forEach(section -> section.register(suite));
        return suite;
    }

    /** Registers the one test of a requirement, such as {@code GRA-3.2}; throws {@link IllegalStateException} for one that isn't listed or has one. */
    public void test(String id, Test test) {
        Requirement requirement =
                requirements.find(id).orElseThrow(() -> new IllegalStateException("there is no requirement " + id));
        if (requirement.untested() != null) {
            throw new IllegalStateException("the requirement " + id + " says why it has no test, and has one");
        }
        if (tests.putIfAbsent(id, test) != null) {
            throw new IllegalStateException("the requirement " + id + " has two tests");
        }
    }

    /** All requirements, tested or not, in the protocol's order. */
    public Requirements requirements() {
        return requirements;
    }

    /** The test of a requirement; empty where it has none. */
    public Optional<Test> testOf(Requirement requirement) {
        return Optional.ofNullable(tests.get(requirement.id()));
    }
}
