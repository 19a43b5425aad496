package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.registries.TermType;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Fields of one line: a time, a whole number. */
final class InputFields {

    private InputFields() {}

    static Html time(FieldText text, @Nullable JsonNode value) {
        String at = value == null ? "" : value.stringValue("");
        return text.around("div", "time")
                .of(
                        tag("label").with("for", text.id()).of(text.label()),
                        text.input(text.id(), text.id() + "-hint")
                                .with("type", "datetime-local")
                                .with("data-value", at)
                                .of(),
                        text.error(text.tongue().say("rule.time")),
                        text.hint(text.tongue().say("field.time")));
    }

    static Html whole(FieldText text, TermType.Whole type, @Nullable JsonNode value) {
        String least = text.tongue().integer(type.minimum());
        String most = text.tongue().integer(type.maximum());
        return text.around("div", "whole")
                .with("data-min", Long.toString(type.minimum()))
                .with("data-max", Long.toString(type.maximum()))
                .of(
                        tag("label").with("for", text.id()).of(text.label()),
                        text.input(text.id(), text.id() + "-hint")
                                .styled("short")
                                .with("type", "text")
                                .with("inputmode", "numeric")
                                .with("value", written(value, type))
                                .of(),
                        text.error(text.tongue().say("rule.whole", least, most)),
                        text.hint(text.tongue().say("field.whole", least, most)));
    }

    private static String written(@Nullable JsonNode value, TermType.Whole type) {
        if (value == null || !value.isIntegralNumber() || !value.canConvertToLong()) {
            return "";
        }
        long number = value.longValue();
        return number >= type.minimum() && number <= type.maximum() ? Long.toString(number) : "";
    }
}
