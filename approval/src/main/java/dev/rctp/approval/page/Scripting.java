package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

/** What the page's script finds in the page: its place to speak, and what to say. */
final class Scripting {

    private Scripting() {}

    /** What a visitor without the script reads instead of buttons. */
    static Html needed(Tongue tongue) {
        return tag("noscript").of(tag("p").styled("notice warn").of(tongue.say("script.needed")));
    }

    /** The line that says how it goes, with the words {@code <place>.<name>} for each of these. */
    static Html status(Tongue tongue, String place, String... names) {
        Html.Tag status = tag("p").id("status").styled("status").with("role", "status");
        for (String name : names) {
            status.with("data-" + name, tongue.say(place + "." + name));
        }
        return status.of();
    }
}
