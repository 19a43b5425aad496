package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Action;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Tier;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** {@code docs/protocol.md} against the registries, and the tests against it. */
class ProtocolPageTest {

    private static final String ID = "(?:SIG|OPR|IDM|GRA|DEC|LST|OFF|CHK|CPR|APR|EVT|REC|DIS|PRX|WHK|INV|RSP|MGT)-\\d+";
    private static final Pattern RULE = Pattern.compile("(?m)^- \\*\\*([^*\\[]+?)(?: (?:\\[[SUP]\\])+)?\\*\\* ");
    private static final Pattern INVARIANT = Pattern.compile("(?m)^\\| (INV-\\d) \\|");
    private static final Pattern CITED = Pattern.compile("\\b(" + ID + ")(?: to (" + ID + "))?");
    private static final Pattern DISPLAY_NAME =
            Pattern.compile("@DisplayName\\(\\s*((?:\"(?:[^\"\\\\]|\\\\.)*\"[\\s+]*)+)\\)");

    /** The parts of the protocol that this version has; what later versions add is left out. */
    private static final Set<String> IN_SCOPE = Set.of(
            "SIG", "OPR", "IDM", "GRA", "DEC", "LST", "OFF", "CHK", "CPR", "APR", "REC", "DIS", "PRX", "WHK", "INV",
            "RSP", "MGT");

    private static Page page() throws IOException {
        return Checkout.page("docs/protocol.md");
    }

    private static List<String> rules() throws IOException {
        List<String> rules = new ArrayList<>();
        RULE.matcher(page().text())
                .results()
                .forEach(rule -> rules.addAll(List.of(rule.group(1).split(", "))));
        INVARIANT.matcher(page().text()).results().forEach(rule -> rules.add(rule.group(1)));
        return rules;
    }

    private static Set<String> cited(String text) {
        Set<String> cited = new LinkedHashSet<>();
        Matcher found = CITED.matcher(text);
        while (found.find()) {
            String first = found.group(1);
            String last = found.group(2) == null ? first : found.group(2);
            String letters = first.substring(0, 4);
            assertThat(last).as("a range of clauses").startsWith(letters);
            IntStream.rangeClosed(Integer.parseInt(first.substring(4)), Integer.parseInt(last.substring(4)))
                    .forEach(number -> cited.add(letters + number));
        }
        return cited;
    }

    private static Set<String> citedByTests() throws IOException {
        Set<String> cited = new TreeSet<>();
        for (Path file : Checkout.files()) {
            if (file.toString().matches(".*/src/test/java/.*(Test|IT)\\.java")) {
                DISPLAY_NAME
                        .matcher(Files.readString(file))
                        .results()
                        .forEach(name -> cited.addAll(cited(name.group(1))));
            }
        }
        return cited;
    }

    private static String plain(String cell) {
        return cell.replaceAll(" \\*$| ?\\[[SUP]\\]|`", "").strip();
    }

    @Test
    @DisplayName("each rule stands there once, under an id of its own, without a gap in the numbers")
    void rulesAreNumbered() throws Exception {
        List<String> rules = rules();

        assertThat(rules).hasSizeGreaterThan(80).doesNotHaveDuplicates().allMatch(rule -> rule.matches(ID));
        var numbers = rules.stream()
                .collect(Collectors.groupingBy(
                        rule -> rule.substring(0, 3),
                        Collectors.mapping(rule -> Integer.parseInt(rule.substring(4)), Collectors.toList())));
        numbers.forEach((letters, ofThem) -> assertThat(ofThem)
                .as(letters)
                .containsExactlyInAnyOrderElementsOf(
                        IntStream.rangeClosed(1, ofThem.size()).boxed().toList()));
    }

    @Test
    @DisplayName("every rule that a page or a test names is in the protocol")
    void citedRulesExist() throws Exception {
        Set<String> rules = new TreeSet<>(rules());
        for (Page other : Checkout.pages()) {
            assertThat(rules).as(other.name()).containsAll(cited(other.text()));
        }
        assertThat(rules).containsAll(citedByTests());
    }

    @Test
    @DisplayName("every rule of this version's scope is named by a test")
    void rulesAreProved() throws Exception {
        Set<String> proved = citedByTests();

        assertThat(rules())
                .filteredOn(rule -> IN_SCOPE.contains(rule.substring(0, 3)))
                .hasSizeGreaterThan(40)
                .allSatisfy(rule -> assertThat(proved).contains(rule));
    }

    @Test
    @DisplayName("section 4: the table of verbs is the registry")
    void verbs() throws Exception {
        List<List<String>> rows = page().section("### Verbs").rows();
        List<Action> verbs = Registries.load().actions().all().stream()
                .filter(action -> !action.name().matches("deal\\.(open|event)"))
                .toList();

        assertThat(rows).hasSameSizeAs(verbs);
        for (int i = 0; i < verbs.size(); i++) {
            Action verb = verbs.get(i);
            List<String> row = rows.get(i).stream().map(ProtocolPageTest::plain).toList();
            assertThat(row.subList(0, 6))
                    .containsExactly(
                            verb.name(),
                            verb.side().toString().toLowerCase(java.util.Locale.ROOT),
                            verb.scope() == null ? "none" : verb.scope(),
                            verb.method() == null ? "none in v0.2" : verb.method() + " " + verb.path(),
                            tier(verb),
                            allowed(verb));
        }
    }

    private static String tier(Action verb) {
        Tier tier = verb.defaultTier();
        String name = tier == null ? "none" : tier.toString().toLowerCase(java.util.Locale.ROOT);
        return verb.fixed() ? name + ", fixed" : name;
    }

    private static String allowed(Action verb) {
        return List.of(Tier.AUTO, Tier.ASK, Tier.FORBID).stream()
                .filter(verb.allowedTiers()::contains)
                .map(tier -> tier.toString().toLowerCase(java.util.Locale.ROOT))
                .collect(Collectors.joining(", "));
    }

    @Test
    @DisplayName("section 4: the table of reasons is the registry")
    void reasons() throws Exception {
        List<String> rows = page().section("### Reasons").rows().stream()
                .map(row -> plain(row.get(0)) + " " + row.get(1))
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(List.of(Reason.values()).stream()
                        .map(reason -> reason.code() + " " + reason.status())
                        .toList());
    }

    @Test
    @DisplayName("section 14: the schemas that are there are named, but for those that no agent sees")
    void schemas() throws Exception {
        String section = page().section("## 14. Schemas").text();
        Set<String> unnamed = new TreeSet<>();
        for (Path file : Checkout.files()) {
            String name = file.getFileName().toString();
            if (file.toString().contains("registries")
                    && name.endsWith(".schema.json")
                    && !section.contains("`" + name.replace(".schema.json", "") + "`")) {
                unnamed.add(name.replace(".schema.json", ""));
            }
        }

        assertThat(unnamed).isEmpty();
    }
}
