package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** The page of an approval that has ended: how, when, and what became of the held call (APR-2, APR-6). */
final class EndedPage {

    private final Tongue tongue;

    EndedPage(Tongue tongue) {
        this.tongue = tongue;
    }

    Html html(ApprovalView.Ended ended) {
        String status = ended.status().path("status").stringValue();
        RequestText text = new RequestText(new Display(ended.display()), tongue);
        String result = result(status, ended.status().path("result"));
        boolean voided = status.equals("declined") && !bySeller(ended.status().path("result"));
        String told = voided ? "ended.void" : "ended." + status;
        return tag("main")
                .with("data-state", status)
                .with("data-result", result)
                .of(
                        tag("p").id("elsewhere").styled("notice").of(tongue.say("ended.elsewhere")),
                        tag("article")
                                .styled("card")
                                .of(
                                        seal(voided ? "void" : status),
                                        tag("h1").of(tongue.say(told)),
                                        tag("p").styled("lead").of(tongue.say(told + ".text")),
                                        voided
                                                ? reasonOf(ended.status().path("result"))
                                                : outcome(result, ended.status().path("result")),
                                        when(ended.decidedAt())),
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

    private static Html seal(String status) {
        return switch (status) {
            case "approved" -> tag("div").styled("seal good").of(Icon.YES.html());
            case "declined" -> tag("div").styled("seal").of(Icon.NO.html());
            default -> tag("div").styled("seal").of(Icon.CLOCK.html());
        };
    }

    /** What became of a call that was approved; {@code no} for one that was not. */
    private static String result(String status, JsonNode result) {
        if (!status.equals("approved")) {
            return "no";
        }
        if (!result.isObject()) {
            return "open";
        }
        int answered = result.path("status").intValue();
        return answered >= 200 && answered < 300 ? "done" : "failed";
    }

    /** Whether the seller said no, and not what was asked that stands no more (OPR-6, LST-7). */
    private static boolean bySeller(JsonNode result) {
        return result.path("body").path("code").stringValue("approval_declined").equals("approval_declined");
    }

    private Html reasonOf(JsonNode answer) {
        return tag("p").styled("notice").of(tongue.say(reason(answer.path("body"))));
    }

    private Html outcome(String result, JsonNode answer) {
        return switch (result) {
            case "no" -> Html.NONE;
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

    private Html when(@Nullable Instant at) {
        return at == null
                ? Html.NONE
                : tag("p").styled("hint")
                        .of(tongue.words()
                                .html(
                                        "ended.at",
                                        tag("time")
                                                .with("datetime", at.toString())
                                                .of(tongue.time(at))));
    }
}
