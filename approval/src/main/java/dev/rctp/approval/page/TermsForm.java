package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.registries.Money;
import dev.rctp.registries.Registries;
import dev.rctp.registries.ReleaseCondition;
import dev.rctp.registries.Term;
import dev.rctp.registries.TermSet;
import dev.rctp.registries.TermType;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The form that a term set makes (LST-1, LST-3), filled with what the agent proposed and marked so. */
final class TermsForm {

    private final Registries registries;
    private final Tongue tongue;
    private final @Nullable Money listPrice;

    TermsForm(Registries registries, Tongue tongue, @Nullable Money listPrice) {
        this.registries = registries;
        this.tongue = tongue;
        this.listPrice = listPrice;
    }

    Html html(TermSet set, JsonNode proposed) {
        List<Html> fields = set.terms().stream()
                .map(term -> field(term, proposed.get(term.name())))
                .toList();
        boolean anyProposed = set.terms().stream().anyMatch(term -> proposed.has(term.name()));
        return tag("form")
                .id("terms")
                .styled("card")
                .flag("novalidate", true)
                .with("autocomplete", "off")
                .with("aria-labelledby", "terms-title")
                .of(
                        tag("h2").id("terms-title").of(tongue.say("form.title")),
                        tag("p").of(tongue.say("form.lead")),
                        anyProposed ? tag("p").styled("notice").of(tongue.say("form.proposed")) : Html.NONE,
                        Html.all(fields));
    }

    private Html field(Term term, @Nullable JsonNode proposed) {
        FieldText text = new FieldText(term, proposed != null, tongue);
        JsonNode value = proposed != null ? proposed : term.defaultValue();
        return switch (term.type()) {
            case TermType.Amount amount -> new MoneyField(text, tongue, currency()).html(amount, value);
            case TermType.Timestamp _ -> InputFields.time(text, value);
            case TermType.Whole whole -> InputFields.whole(text, whole, value);
            case TermType.YesNo _ -> ChoiceFields.yesNo(text, value);
            case TermType.Choice choice -> ChoiceFields.one(text, choice.values(), v -> option(tongue, v), value);
            case TermType.Choices choices ->
                ChoiceFields.several(text, choices.values(), v -> option(tongue, v), value);
            case TermType.Release release -> ChoiceFields.one(text, release.values(), this::release, value);
            case TermType.Counterparty _ -> CounterpartyField.html(text, value);
        };
    }

    private Money currency() {
        if (listPrice == null) {
            throw new IllegalArgumentException("the display of a listing's approval has no list_price");
        }
        return listPrice;
    }

    private String release(String id) {
        return tongue.words().has("release." + id)
                ? tongue.say("release." + id)
                : registries
                        .releaseConditions()
                        .find(id)
                        .map(ReleaseCondition::label)
                        .orElse(id);
    }

    /** An option in the page's words; one without any by its own name. */
    static String option(Tongue tongue, String value) {
        String key = "option." + value;
        return tongue.words().has(key) ? tongue.say(key) : value.replace('_', ' ');
    }
}
