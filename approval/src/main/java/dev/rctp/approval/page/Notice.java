package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

/** A page that says one thing: {@code <state>.title} and {@code <state>.text}. */
final class Notice {

    private Notice() {}

    static Html of(Tongue tongue, String state) {
        return tag("main")
                .with("data-state", state)
                .of(tag("article")
                        .styled("card")
                        .of(
                                tag("div").styled("seal").of(Icon.ASK.html()),
                                tag("h1").of(tongue.say(state + ".title")),
                                tag("p").of(tongue.say(state + ".text"))));
    }
}
