package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

/** The page that makes a seller's passkey (APR-9), and what it says once that is done. */
final class EnrolmentPage {

    private EnrolmentPage() {}

    static Html html(EnrolmentView.Ready ready, Tongue tongue) {
        return tag("main")
                .with("data-state", "enrol")
                .with("data-ticket", ready.ticket())
                .of(
                        Scripting.needed(tongue),
                        tag("article").id("enrol").styled("card").of(invitation(ready, tongue)),
                        tag("article")
                                .id("done")
                                .styled("card")
                                .flag("hidden", true)
                                .of(
                                        tag("div").styled("seal good").of(Icon.YES.html()),
                                        tag("h1").with("tabindex", "-1").of(tongue.say("done.title")),
                                        tag("p").of(tongue.say("done.text"))));
    }

    private static Html invitation(EnrolmentView.Ready ready, Tongue tongue) {
        Html steps = tag("ol")
                .styled("steps")
                .of(
                        tag("li").of(tongue.say("enrol.step.press")),
                        ready.another() ? tag("li").of(tongue.say("enrol.step.confirm")) : Html.NONE,
                        tag("li").of(tongue.say("enrol.step.device")));
        Html button = tag("div")
                .styled("buttons")
                .of(tag("button")
                        .id("create")
                        .styled("primary")
                        .with("type", "button")
                        .of(Icon.KEY.html(), tag("span").of(tongue.say("enrol.create"))));
        return Html.all(
                tag("div").styled("seal").of(Icon.KEY.html()),
                tag("h1").of(tongue.say("enrol.title")),
                tag("p").of(tongue.say("enrol.lead")),
                steps,
                tag("div")
                        .with("data-scripted", "")
                        .flag("hidden", true)
                        .of(
                                button,
                                Scripting.status(
                                        tongue,
                                        "enrol.status",
                                        "working",
                                        "cancelled",
                                        "exists",
                                        "refused",
                                        "ticket",
                                        "failed",
                                        "unknown",
                                        "unsupported")),
                tag("p").styled("hint").of(Icon.LOCK.html(), tag("span").of(tongue.say("enrol.private"))));
    }
}
