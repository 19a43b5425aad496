package dev.rctp.terms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Money;
import dev.rctp.registries.MoreTermSets;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import dev.rctp.registries.TermSet;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What each term set's file says is what holds: the values at its bounds are taken, those beyond them are refused by the field's name. */
class TermSetFilesTest {

    private static final Money PRICE = new Money(100_000, "EUR");
    private static final Path MADE_UP = Path.of("src/test/resources/term-sets/boats-1.json");
    private static final List<Path> FILES = List.of(
            Path.of("../registries/term-sets/goods.small-1.json"),
            Path.of("../registries/term-sets/vehicles-1.json"),
            MADE_UP);

    /** Values of one term: those that its file allows, and those that it doesn't. */
    private record Values(List<JsonNode> good, List<JsonNode> bad) {}

    private static JsonNode json(String text) {
        return SampleTerms.json(text);
    }

    private static JsonNode money(long amount) {
        return json("{\"amount\": " + amount + ", \"currency\": \"EUR\"}");
    }

    private static Values values(JsonNode term) {
        return switch (term.path("type").stringValue()) {
            case "money" -> amounts(term.path("list_price_percent"));
            case "timestamp" ->
                new Values(
                        List.of(json("\"2026-12-31T18:00:00Z\""), json("\"2026-12-31T18:00:00.5Z\"")),
                        List.of(json("\"2026-12-31T18:00:00+09:00\""), json("\"2026-12-31\""), json("1790000000")));
            case "integer" ->
                wholes(term.path("minimum").longValue(), term.path("maximum").longValue());
            case "boolean" -> new Values(List.of(json("true"), json("false")), List.of(json("\"true\""), json("1")));
            case "choice", "release_condition" -> choices(term.path("values"));
            case "choices" -> lists(term.path("values"));
            case "counterparty_requirements" ->
                new Values(
                        List.of(json("{\"jurisdictions\": [\"DE\"]}"), json("{\"max_incident_sla_hours\": 24}")),
                        List.of(json("{}"), json("{\"jurisdictions\": [\"Germany\"]}"), json("[]")));
            default -> throw new AssertionError("this test knows no type " + term.path("type"));
        };
    }

    private static Values amounts(JsonNode percent) {
        List<JsonNode> good = new ArrayList<>();
        List<JsonNode> bad = new ArrayList<>(List.of(
                json("{\"amount\": 50000, \"currency\": \"CHF\"}"),
                json("{\"amount\": 50000.5, \"currency\": \"EUR\"}"),
                json("50000")));
        long least = percent.path("minimum").longValue(0) * PRICE.amount() / 100;
        good.add(money(least));
        bad.add(money(least - 1));
        if (percent.has("maximum")) {
            long most = percent.path("maximum").longValue() * PRICE.amount() / 100;
            good.add(money(most));
            bad.add(money(most + 1));
        }
        return new Values(good, bad);
    }

    private static Values wholes(long minimum, long maximum) {
        JsonNodeFactory numbers = JsonNodeFactory.instance;
        return new Values(
                List.of(numbers.numberNode(minimum), numbers.numberNode(maximum)),
                List.of(
                        numbers.numberNode(minimum - 1),
                        numbers.numberNode(maximum + 1),
                        numbers.numberNode(minimum + 0.5),
                        json("\"" + minimum + "\"")));
    }

    private static Values choices(JsonNode values) {
        return new Values(
                values.valueStream().toList(), List.of(json("\"none_of_them\""), json("null"), json("7"), values));
    }

    private static Values lists(JsonNode values) {
        ArrayNode unknown = values.deepCopy().asArray().add("none_of_them");
        ArrayNode twice = values.deepCopy().asArray().add(values.get(0));
        return new Values(
                Stream.concat(
                                Stream.of(values),
                                values.valueStream()
                                        .map(one -> JsonNodeFactory.instance
                                                .arrayNode()
                                                .add(one)))
                        .toList(),
                List.of(unknown, twice, json("[]"), values.get(0)));
    }

    private static TermSet load(Path file) throws Exception {
        Registries registries = file.equals(MADE_UP) ? MoreTermSets.with(file) : Registries.load();
        String id = StrictJson.parse(Files.readAllBytes(file)).path("id").stringValue();
        return Objects.requireNonNull(registries.termSets().get(id), id);
    }

    /** One good value of each required term. */
    private static ObjectNode least(JsonNode file) {
        ObjectNode terms = JsonNodeFactory.instance.objectNode();
        file.path("terms")
                .valueStream()
                .filter(term -> term.path("required").booleanValue())
                .forEach(term -> terms.set(
                        term.path("name").stringValue(), values(term).good().getFirst()));
        return terms;
    }

    @TestFactory
    @DisplayName(
            "LST-1, LST-3: every bound of every term of every file holds, with a message for that field and no other")
    Stream<DynamicTest> bounds() throws Exception {
        List<DynamicTest> tests = new ArrayList<>();
        for (Path path : FILES) {
            JsonNode file = StrictJson.parse(Files.readAllBytes(path));
            TermSet set = load(path);
            for (JsonNode term : file.path("terms")) {
                String name = term.path("name").stringValue();
                tests.add(DynamicTest.dynamicTest(
                        set.id() + " " + name, () -> keeps(set, name, values(term), least(file))));
            }
        }
        return tests.stream();
    }

    private static void keeps(TermSet set, String name, Values values, ObjectNode rest) {
        assertThat(values.good()).isNotEmpty().allSatisfy(value -> {
            ObjectNode terms = rest.deepCopy();
            terms.set(name, value);
            assertThat(ListingTerms.check(set, PRICE, terms)).isInstanceOf(ListingTerms.class);
        });
        assertThat(values.bad()).isNotEmpty().allSatisfy(value -> {
            ObjectNode terms = rest.deepCopy();
            terms.set(name, value);
            CheckedTerms checked = ListingTerms.check(set, PRICE, terms);
            assertThat(checked).isInstanceOf(TermsInvalid.class);
            assertThat(((TermsInvalid) checked).faults())
                    .extracting(TermFault::term)
                    .containsExactly(name);
        });
    }

    @Test
    @DisplayName("LST-1, LST-2, INV-1: a set made up in a file has its defaults, and shows none of its private terms")
    void madeUp() throws Exception {
        JsonNode file = StrictJson.parse(Files.readAllBytes(MADE_UP));
        ObjectNode submitted = least(file);
        submitted.set("reserve", money(37_219));
        ListingTerms terms = (ListingTerms) ListingTerms.check(load(MADE_UP), PRICE, submitted);

        assertThat(terms.publicTerms().path("rig").stringValue()).isEqualTo("sloop");
        assertThat(terms.publicTerms().path("release_condition").stringValue()).isEqualTo("delivered");
        assertThat(terms.publicTerms().has("floor")).isFalse();
        assertThat(terms.publicTerms().toString()).doesNotContain("37219", "reserve");
        assertThat(Registries.load().schemas().validate("listing-terms", terms.all()))
                .isEmpty();
    }
}
