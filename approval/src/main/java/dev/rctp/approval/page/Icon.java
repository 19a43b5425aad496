package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

/** A drawing of the page's own, in the colour of its text; it says nothing that the text beside it does not. */
enum Icon {
    SHIELD("M12 3l7 3v5c0 4.6-2.9 8.2-7 10-4.1-1.8-7-5.4-7-10V6l7-3zM8.8 12l2.3 2.3 4.2-4.4"),
    CLOCK("M12 4a8 8 0 100 16 8 8 0 000-16zM12 8v4.2l2.8 1.8"),
    YES("M5 12.8l4.4 4.4L19 7.4"),
    NO("M6.5 6.5l11 11M17.5 6.5l-11 11"),
    LOCK("M7 11V8.5a5 5 0 0110 0V11M6 11h12v9H6z"),
    KEY("M14.5 4a5.5 5.5 0 11-5 7.8L4 17.3V20h3v-2h2v-2h1.6M15.6 8.4h.01"),
    ASK("M9.3 9.3a2.7 2.7 0 115 1.5c-.8 1-2.3 1.4-2.3 3M12 17.2v.1M12 3.5a8.5 8.5 0 100 17 8.5 8.5 0 000-17z");

    private final String path;

    Icon(String path) {
        this.path = path;
    }

    Html html() {
        return tag("svg")
                .styled("icon")
                .with("viewBox", "0 0 24 24")
                .with("aria-hidden", "true")
                .with("focusable", "false")
                .of(tag("path").with("d", path).of());
    }
}
