package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.registries.ShownName;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The field of what the buyer's operator must meet (CPR-1), closed until someone wants it. */
final class CounterpartyField {

    private CounterpartyField() {}

    static Html html(FieldText text, @Nullable JsonNode value) {
        JsonNode hours = value == null ? null : value.get("max_incident_sla_hours");
        return text.around("details", "counterparty")
                .flag("open", value != null)
                .of(
                        tag("summary").of(text.label()),
                        text.error(text.tongue().say("rule.counterparty")),
                        line(text, "jurisdictions", listed(value, "jurisdictions"), "text"),
                        line(text, "max_incident_sla_hours", hours == null ? "" : hours.asString(""), "numeric"),
                        line(text, "certifications", listed(value, "certifications"), "text"));
    }

    private static Html line(FieldText text, String member, String value, String mode) {
        String id = text.id() + "-" + member;
        return Html.all(
                tag("label").with("for", id).of(text.tongue().say("counterparty." + member)),
                text.input(id, id + "-hint")
                        .with("type", "text")
                        .with("inputmode", mode)
                        .with("data-member", member)
                        .with("value", value)
                        .of(),
                tag("p").id(id + "-hint").styled("hint").of(text.tongue().say("counterparty." + member + ".hint")));
    }

    private static String listed(@Nullable JsonNode value, String member) {
        return value == null
                ? ""
                : String.join(
                        ", ",
                        value.path(member)
                                .valueStream()
                                .map(one -> one.stringValue(""))
                                .filter(one -> ShownName.isFit(one, 100))
                                .toList());
    }
}
