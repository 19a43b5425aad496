package dev.rctp.conformance.requirement;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.run.AllSections;
import dev.rctp.conformance.run.Suite;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** One test, one MUST: every statement of every clause has a test, or a reason why it has none. */
class CoverageTest {

    private static final Pattern CLAUSE = Pattern.compile("(?m)^- \\*\\*([A-Z]{3}-\\d+)\\b");

    private final Requirements requirements = Requirements.load();

    @Test
    void everyRequirementHasATestOrAReason() {
        Suite suite = Suite.of(requirements, AllSections.list());

        assertThat(requirements.all())
                .filteredOn(one -> suite.testOf(one).isEmpty() && one.untested() == null)
                .extracting(Requirement::name)
                .isEmpty();
    }

    @Test
    void everyClauseOfTheProtocolHasRequirements() throws IOException {
        Set<String> clauses = new TreeSet<>();
        Matcher clause = CLAUSE.matcher(Files.readString(Path.of("../docs/protocol.md")));
        while (clause.find()) {
            clauses.add(clause.group(1));
        }
        Set<String> covered =
                requirements.all().stream().map(Requirement::clause).collect(Collectors.toSet());

        assertThat(clauses).hasSizeGreaterThan(60);
        assertThat(covered).containsAll(clauses);
    }

    @Test
    void aRequirementIsOneSentence() {
        assertThat(requirements.all()).allSatisfy(one -> {
            assertThat(one.id()).matches("[A-Z]{3}-\\d+(\\.\\d+)?");
            assertThat(one.text()).as(one.id()).endsWith(".").hasSizeBetween(20, 400);
        });
    }

    @Test
    void noTwoRequirementsSayTheSame() {
        assertThat(requirements.all()).extracting(Requirement::text).doesNotHaveDuplicates();
    }
}
