package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.registries.Registries;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The page of an approval that waits (APR-5): what is asked, by whom, until when, and the two answers. */
final class PendingPage {

    private final Registries registries;
    private final InstantSource clock;

    PendingPage(Registries registries, InstantSource clock) {
        this.registries = registries;
        this.clock = clock;
    }

    Html html(JsonNode answer, Tongue tongue) {
        JsonNode approval = answer.path("approval");
        Display display = new Display(approval.path("display"));
        Instant until = Instant.parse(approval.path("expires_at").stringValue());
        boolean hasPasskey = !answer.path("allow_credentials").isEmpty();
        RequestText text = new RequestText(display, tongue);
        return tag("main")
                .with("data-state", hasPasskey ? "pending" : "no-passkey")
                .with("data-left", Long.toString(left(until).toMillis()))
                .of(
                        Scripting.needed(tongue),
                        tag("article")
                                .styled("card")
                                .of(
                                        text.heading(),
                                        tag("p").styled("lead").of(text.means()),
                                        text.amount(),
                                        text.partyTexts(),
                                        text.facts()),
                        deadline(until, tongue),
                        hasPasskey
                                ? answerBlock(form(answer.path("form"), display, tongue), text, tongue)
                                : noPasskey(approval.path("approval_id").stringValue(), tongue),
                        tag("section").styled("card").of(text.whoAsks()));
    }

    private Duration left(Instant until) {
        Duration left = Duration.between(clock.instant(), until);
        return left.isNegative() ? Duration.ZERO : left;
    }

    private Html deadline(Instant until, Tongue tongue) {
        long seconds = left(until).toSeconds();
        String written = String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
        Html time = tag("time").with("datetime", until.toString()).of(tongue.time(until));
        return tag("section")
                .styled("card deadline")
                .of(
                        tag("div")
                                .styled("left")
                                .of(
                                        tag("h2").of(tongue.say("silence.title")),
                                        tag("p").of(
                                                        Icon.CLOCK.html(),
                                                        tag("span")
                                                                .of(
                                                                        Html.text(tongue.say("silence.left") + " "),
                                                                        tag("strong")
                                                                                .id("left")
                                                                                .with("role", "timer")
                                                                                .of(written)))),
                        tag("p").of(tongue.words().html("silence.text", time)));
    }

    private @Nullable Html form(JsonNode form, Display display, Tongue tongue) {
        if (!form.isObject()) {
            return null;
        }
        String set = form.path("term_set").path("id").stringValue();
        return new TermsForm(registries, tongue, display.listPrice())
                .html(Objects.requireNonNull(registries.termSets().get(set), set), form.path("proposed"));
    }

    private static Html noPasskey(String approvalId, Tongue tongue) {
        return tag("section")
                .styled("card")
                .of(
                        tag("h2").of(Icon.KEY.html(), tag("span").of(tongue.say("nopasskey.title"))),
                        tag("p").of(tongue.say("nopasskey.text")),
                        tag("p").of(tag("a").with("href", "/approve/" + approvalId)
                                .of(tongue.say("nopasskey.again"))));
    }

    private static Html answerBlock(@Nullable Html form, RequestText text, Tongue tongue) {
        Html decision = tag("section")
                .id("decision")
                .styled("card decision")
                .of(
                        tag("h2").of(tongue.say("decide.title")),
                        tag("div")
                                .styled("seen")
                                .of(
                                        tag("p").styled("summary").of(text.summary()),
                                        tag("div")
                                                .styled("buttons")
                                                .of(
                                                        button("decline", Icon.NO, tongue),
                                                        button("approve", Icon.YES, tongue))),
                        Scripting.status(
                                tongue,
                                "status",
                                "working",
                                "cancelled",
                                "refused",
                                "failed",
                                "lost",
                                "unknown",
                                "unsupported",
                                "look",
                                "faults",
                                "terms",
                                "minutes",
                                "minute",
                                "over"),
                        tag("p").styled("hint").of(Icon.LOCK.html(), tag("span").of(tongue.say("decide.signed"))));
        return Html.all(
                tag("div").id("answer").flag("hidden", true).of(form == null ? Html.NONE : form, decision),
                tag("section")
                        .id("framed")
                        .styled("card")
                        .flag("hidden", true)
                        .of(
                                tag("h2").of(tongue.say("framed.title")),
                                tag("p").of(tongue.say("framed.text")),
                                tag("p").of(tag("a").id("open")
                                        .styled("button primary")
                                        .with("href", "#")
                                        .with("target", "_blank")
                                        .with("rel", "noopener noreferrer")
                                        .of(tongue.say("framed.open")))));
    }

    private static Html button(String decision, Icon icon, Tongue tongue) {
        return tag("button")
                .id(decision)
                .with("type", "button")
                .with("data-decision", decision)
                .of(
                        icon.html(),
                        tag("span")
                                .of(
                                        tag("strong").of(tongue.say("decide." + decision)),
                                        Html.text(" "),
                                        tag("small").of(tongue.say("decide.passkey"))));
    }
}
