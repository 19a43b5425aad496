package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.registries.Term;

/**
 * What stands around a field of the terms form: label, marks, hints, and the sentence that says what it must be.
 *
 * @param term the term
 * @param isProposed whether the agent proposed its value
 * @param tongue how the seller is spoken to
 */
record FieldText(Term term, boolean isProposed, Tongue tongue) {

    String id() {
        return "t-" + term.name();
    }

    /** The element around the field. */
    Html.Tag around(String element, String type) {
        return tag(element)
                .styled("field")
                .id(id() + "-field")
                .with("data-term", term.name())
                .with("data-type", type)
                .flag("data-required", term.required());
    }

    Html label() {
        String key = "term." + term.name();
        return Html.all(
                tag("span").of(tongue.words().has(key) ? tongue.say(key) : term.label()),
                term.required() || term.defaultValue() != null ? Html.NONE : mark("optional", "field.optional"),
                isProposed ? mark("proposed", "field.proposed") : Html.NONE);
    }

    private Html mark(String kind, String key) {
        return Html.all(Html.text(" "), tag("span").styled("mark " + kind).of(tongue.say(key)));
    }

    /** The sentence on privacy, for a private term. */
    Html privacy() {
        return term.isPrivate()
                ? tag("p").id(id() + "-private")
                        .styled("hint private")
                        .of(Icon.LOCK.html(), tag("span").of(tongue.say("field.private")))
                : Html.NONE;
    }

    Html hint(String text) {
        return tag("p").id(id() + "-hint").styled("hint").of(text);
    }

    /** What the value must be, which the script shows where it is not. */
    Html error(String rule) {
        return tag("p").id(id() + "-error").styled("error").flag("hidden", true).of(rule);
    }

    /** A text field with the attributes that all of them have. */
    Html.Tag input(String id, String describedBy) {
        return tag("input")
                .id(id)
                .with("autocomplete", "off")
                .with("aria-describedby", describedBy)
                .flag("required", term.required());
    }
}
