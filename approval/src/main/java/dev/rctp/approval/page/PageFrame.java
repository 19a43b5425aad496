package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What every page has around its content: head, site name, and the fields that keep others out. */
final class PageFrame {

    private final PageSettings settings;

    PageFrame(PageSettings settings) {
        this.settings = settings;
    }

    /** A page that no other site may embed. */
    RenderedPage alone(int status, Visitor visitor, Tongue tongue, String title, Html main) {
        return page(status, visitor, tongue, title, main, List.of());
    }

    /** A page that the configured origins may embed (APR-5). */
    RenderedPage embeddable(int status, Visitor visitor, Tongue tongue, String title, Html main) {
        return page(status, visitor, tongue, title, main, settings.frameAncestors());
    }

    private RenderedPage page(
            int status, Visitor visitor, Tongue tongue, String title, Html main, List<String> ancestors) {
        Map<String, String> fields = new TreeMap<>(Map.of(
                "content-type", "text/html; charset=utf-8",
                "content-language", tongue.locale().toLanguageTag(),
                "content-security-policy", policy(visitor.origin(), ancestors),
                "cache-control", "no-store",
                "referrer-policy", "no-referrer",
                "x-content-type-options", "nosniff",
                "cross-origin-opener-policy", "same-origin",
                "permissions-policy", "camera=(), geolocation=(), microphone=()",
                "vary", "accept, accept-language"));
        if (ancestors.isEmpty()) {
            fields.put("x-frame-options", "DENY");
            fields.put("cross-origin-resource-policy", "same-origin");
        }
        return new RenderedPage(status, fields, html(tongue, title, main));
    }

    private static String policy(String origin, List<String> ancestors) {
        return String.join(
                "; ",
                "default-src 'none'",
                "script-src " + origin + Assets.SCRIPT,
                "style-src " + origin + Assets.STYLE,
                "connect-src 'self'",
                "base-uri 'none'",
                "form-action 'none'",
                "frame-ancestors " + (ancestors.isEmpty() ? "'none'" : String.join(" ", ancestors)),
                "require-trusted-types-for 'script'",
                "trusted-types 'none'");
    }

    private byte[] html(Tongue tongue, String title, Html main) {
        Html head = tag("head")
                .of(
                        tag("meta").with("charset", "utf-8").of(),
                        meta("viewport", "width=device-width, initial-scale=1"),
                        meta("color-scheme", "light dark"),
                        meta("robots", "noindex"),
                        tag("title").of(title + " \u00b7 " + settings.rpId()),
                        tag("link")
                                .with("rel", "stylesheet")
                                .with("href", Assets.STYLE)
                                .of(),
                        tag("script")
                                .with("src", Assets.SCRIPT)
                                .with("defer", "")
                                .of());
        Html header = tag("header")
                .styled("site")
                .of(
                        Icon.SHIELD.html(),
                        tag("p").of(
                                        tag("strong").of(settings.rpId()),
                                        Html.text(" "),
                                        tag("span").of(tongue.say("site.secure"))));
        Html page = tag("html")
                .with("lang", tongue.locale().toLanguageTag())
                .of(head, tag("body").of(header, main));
        return ("<!doctype html>\n" + page.markup() + "\n").getBytes(StandardCharsets.UTF_8);
    }

    private static Html meta(String name, String content) {
        return tag("meta").with("name", name).with("content", content).of();
    }
}
