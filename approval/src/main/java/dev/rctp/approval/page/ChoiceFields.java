package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Fields of given answers: one of them, several, yes or no. */
final class ChoiceFields {

    private ChoiceFields() {}

    static Html one(FieldText text, List<String> values, UnaryOperator<String> words, @Nullable JsonNode chosen) {
        String value = chosen == null ? "" : chosen.stringValue("");
        return group(text, "choice", "radio", values, words, value::equals, "rule.choice");
    }

    static Html several(FieldText text, List<String> values, UnaryOperator<String> words, @Nullable JsonNode chosen) {
        List<String> all = chosen == null
                ? List.of()
                : chosen.valueStream().map(one -> one.stringValue("")).toList();
        return group(text, "choices", "checkbox", values, words, all::contains, "rule.choices");
    }

    static Html yesNo(FieldText text, @Nullable JsonNode chosen) {
        String value = chosen != null && chosen.isBoolean() ? chosen.asString() : "";
        return group(
                text,
                "boolean",
                "radio",
                List.of("true", "false"),
                v -> text.tongue().say("field." + v),
                value::equals,
                "rule.choice");
    }

    private static Html group(
            FieldText text,
            String type,
            String input,
            List<String> values,
            UnaryOperator<String> words,
            Predicate<String> isChosen,
            String rule) {
        List<Html> options = new ArrayList<>();
        for (String value : values) {
            String id = text.id() + "-" + value;
            Html box = tag("input")
                    .id(id)
                    .with("type", input)
                    .with("name", text.id())
                    .with("value", value)
                    .flag("checked", isChosen.test(value))
                    .of();
            options.add(tag("label")
                    .styled("option")
                    .with("for", id)
                    .of(box, tag("span").of(words.apply(value))));
        }
        return text.around("fieldset", type)
                .of(
                        tag("legend").of(text.label()),
                        tag("div").styled("options").of(Html.all(options)),
                        text.error(text.tongue().say(rule)));
    }
}
