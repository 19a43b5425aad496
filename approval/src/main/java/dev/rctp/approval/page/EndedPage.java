package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import java.time.Instant;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The page of an approval that has ended: how, when, and what became of the held call (APR-2, APR-6). */
final class EndedPage {

    private static final String DECLINED = "approval_declined";
    /** What the seller did not end. */
    private static final Set<String> OVER = Set.of("silence", "void");

    private final Tongue tongue;

    EndedPage(Tongue tongue) {
        this.tongue = tongue;
    }

    Html html(ApprovalView.Ended ended) {
        String status = ended.status().path("status").stringValue();
        RequestText text = new RequestText(new Display(ended.display()), tongue);
        String result = result(status, ended.status().path("result"));
        String words = "ended." + (result.equals("void") ? "void" : status);
        return tag("main")
                .with("data-state", status)
                .with("data-result", result)
                .of(
                        tag("p").id("elsewhere").styled("notice").of(tongue.say("ended.elsewhere")),
                        tag("article")
                                .styled("card")
                                .of(
                                        seal(result),
                                        tag("h1").of(tongue.say(words)),
                                        tag("p").styled("lead").of(tongue.say(words + ".text")),
                                        outcome(result, ended.status().path("result")),
                                        when(result, ended.decidedAt())),
                        tag("section")
                                .styled("card")
                                .of(
                                        tag("h2").of(tongue.say("ended.request")),
                                        tag("p").of(tag("strong").of(text.question())),
                                        text.amount(),
                                        text.partyTexts(),
                                        text.facts()),
                        tag("section").styled("card").of(text.whoAsks()));
    }

    /** Only what was carried out is marked as good. */
    private static Html seal(String result) {
        return switch (result) {
            case "done" -> seal(" good", Icon.YES);
            case "failed" -> seal(" warn", Icon.NO);
            case "no", "void" -> seal("", Icon.NO);
            default -> seal("", Icon.CLOCK);
        };
    }

    private static Html seal(String style, Icon icon) {
        return tag("div").styled("seal" + style).of(icon.html());
    }

    /** What became of a call that was approved; {@code no} for one that was not, {@code void} where not the seller ended it. */
    private static String result(String status, JsonNode result) {
        if (!status.equals("approved")) {
            String code = result.path("body").path("code").stringValue(DECLINED);
            return status.equals("expired") ? "silence" : code.equals(DECLINED) ? "no" : "void";
        }
        if (!result.isObject()) {
            return "open";
        }
        int answered = result.path("status").intValue();
        return answered >= 200 && answered < 300 ? "done" : "failed";
    }

    private Html outcome(String result, JsonNode answer) {
        return switch (result) {
            case "no", "silence" -> Html.NONE;
            case "void" -> tag("p").styled("notice").of(tongue.say(reason(answer.path("body"))));
            case "failed" ->
                tag("p").styled("notice warn")
                        .of(tongue.say("result.failed") + " " + tongue.say(reason(answer.path("body"))));
            default -> tag("p").styled("notice").of(tongue.say("result." + result));
        };
    }

    private String reason(JsonNode body) {
        if (body.has("marketplace")) {
            return "reason.marketplace";
        }
        String key = "reason." + body.path("code").stringValue("other");
        return tongue.words().has(key) ? key : "reason.other";
    }

    private Html when(String result, @Nullable Instant at) {
        return at == null
                ? Html.NONE
                : tag("p").styled("hint")
                        .of(tongue.words()
                                .html(
                                        OVER.contains(result) ? "ended.at" : "ended.at.answered",
                                        tag("time")
                                                .with("datetime", at.toString())
                                                .of(tongue.time(at))));
    }
}
