package dev.rctp.approval.page;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Action;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Side;
import dev.rctp.registries.Term;
import dev.rctp.registries.TermType;
import dev.rctp.registries.Tier;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class WordsTest {

    private static final Pattern PLACE = Pattern.compile("\\{[^}]*}");
    private final Words english = new Words("en");
    private final Words german = new Words("de");

    @Test
    @DisplayName("Both languages have the same keys, and the same places in each")
    void complete() {
        assertThat(german.keys()).isEqualTo(english.keys());
        assertThat(english.keys()).allSatisfy(key -> {
            assertThat(english.text(key)).isNotBlank();
            assertThat(german.text(key)).as(key).isNotBlank();
            assertThat(places(german.text(key))).as(key).isEqualTo(places(english.text(key)));
        });
    }

    private static Set<String> places(String text) {
        return PLACE.matcher(text).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
    }

    @Test
    @DisplayName("APR-5: each verb that can ask has its own words")
    void verbs() {
        List<String> asking = Asked.REGISTRIES.actions().all().stream()
                .filter(action -> action.side() == Side.SELLER && !action.fixed())
                .filter(action -> action.allowedTiers().contains(Tier.ASK))
                .map(Action::name)
                .toList();

        assertThat(asking)
                .contains("offer.accept", "listing.create")
                .allSatisfy(verb -> assertThat(english.keys()).contains("ask." + verb, "means." + verb));
    }

    @Test
    @DisplayName(
            "LST-1: each registered term, option and release condition has its words; the English ones are the registry's")
    void terms() {
        List<Term> terms = Asked.REGISTRIES.termSets().values().stream()
                .flatMap(set -> set.terms().stream())
                .toList();

        assertThat(terms)
                .allSatisfy(
                        term -> assertThat(english.text("term." + term.name())).isEqualTo(term.label()));
        assertThat(Asked.REGISTRIES.termSets().values())
                .allSatisfy(set -> assertThat(english.text("set." + set.id())).isEqualTo(set.label()));
        assertThat(terms.stream().flatMap(term -> options(term.type()).stream()))
                .allSatisfy(option -> assertThat(english.keys()).contains("option." + option));
        assertThat(Asked.REGISTRIES.releaseConditions().all())
                .allSatisfy(condition ->
                        assertThat(english.text("release." + condition.id())).isEqualTo(condition.label()));
    }

    private static List<String> options(TermType type) {
        return switch (type) {
            case TermType.Choice choice -> choice.values();
            case TermType.Choices choices -> choices.values();
            default -> List.of();
        };
    }

    @Test
    @DisplayName("Words for a reason are those of a registered one")
    void reasons() {
        Set<String> registered = Asked.REGISTRIES.reasonCodes().keySet().stream()
                .map(Reason::code)
                .collect(Collectors.toSet());

        assertThat(english.keys().stream()
                        .filter(key -> key.startsWith("reason."))
                        .map(key -> key.substring("reason.".length())))
                .allMatch(code -> registered.contains(code)
                        || Set.of("marketplace", "other").contains(code));
    }
}
