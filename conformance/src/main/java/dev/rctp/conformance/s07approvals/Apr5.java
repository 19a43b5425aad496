package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** APR-5: the page that the seller sees. */
public final class Apr5 implements Section {

    private static final String BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069";
    private static final String CONTROL = "\u0007\u001b";
    private static final List<String> MARKUP =
            List.of("<img src=x onerror=rctp()>", "<b id=rctp>", "</script><s class=rctp>");

    @Override
    public void register(Suite suite) {
        suite.test("APR-5.1", Apr5::html);
        suite.test("APR-5.2", Apr5::action);
        suite.test("APR-5.3", Apr5::amount);
        suite.test("APR-5.4", Apr5::text);
        suite.test("APR-5.5", Apr5::form);
        suite.test("APR-5.6", Apr5::frames);
        suite.test("APR-5.7", Apr5::referrer);
        suite.test("APR-5.9", Apr5::markup);
        suite.test("APR-5.10", Apr5::invisible);
    }

    private static Answer html(Trial t, Page page) {
        Answer html = page.html();
        t.blockedUnless(html.status() == 200, "The page is " + html.status() + " to a browser.");
        return html;
    }

    private static void html(Trial t) {
        Answer html = new Asking(t).ask().html();
        t.equal(200, html.status(), "status of the page to a browser");
        String type = html.header("Content-Type");
        t.that(
                type != null && type.toLowerCase(Locale.ROOT).startsWith("text/html"),
                "The page is HTML to a browser; its Content-Type is " + type + ".");
    }

    private static void shows(Trial t, Page page, Predicate<JsonNode> inJson, Predicate<String> inHtml, String what) {
        JsonNode approval = page.view().path("approval");
        t.that(
                inJson.test(approval) || inHtml.test(Shows.read(html(t, page).text())),
                "What the page shows has " + what + "; it is " + approval + ".");
    }

    private static void shows(Trial t, Page page, String text, String what) {
        Predicate<String> has = shown -> shown.contains(text);
        shows(t, page, approval -> Shows.text(approval, has), has, what + ", " + text);
    }

    private static void shows(Trial t, Page page, JsonNode money, String what) {
        Amount amount = Amount.of(money);
        shows(t, page, amount::isIn, amount::isIn, what + ", " + money);
    }

    private static void action(Trial t) {
        Asking asking = new Asking(t);
        asking.each((verb, call) -> shows(t, asking.ask(call), verb, "the action"));
    }

    private static void amount(Trial t) {
        Asking asking = new Asking(t);
        shows(t, asking.ask(asking.accept(asking.offered())), Asking.price(), "the offer's price");
        Call counter = asking.counter(asking.offered());
        shows(t, asking.ask(counter), Asking.body(counter).path("deal_terms").path("price"), "the counter's price");
        for (Call call : List.of(asking.reprice(), asking.create())) {
            shows(t, asking.ask(call), Asking.body(call).path("list_price"), "the list price");
        }
    }

    private static void text(Trial t) {
        Asking asking = new Asking(t);
        Call call = asking.answer();
        shows(t, asking.ask(call), Asking.body(call).path("text").asString(""), "the text");
    }

    private static void form(Trial t) {
        Asking asking = new Asking(t);
        asking.eachWithForm(call -> t.that(
                asking.ask(call).view().path("form").isObject(), "The page of a listing's approval has a form."));
    }

    private static void frames(Trial t) {
        List<String> allowed = html(t, new Asking(t).ask()).headers("Content-Security-Policy").stream()
                .flatMap(policy -> Arrays.stream(policy.split("[;,]")))
                .map(String::strip)
                .filter(directive -> directive.toLowerCase(Locale.ROOT).startsWith("frame-ancestors"))
                .flatMap(directive -> Stream.of(directive.split("\\s+")).skip(1))
                .toList();
        String embedding = t.world().target().plan().embeddingOrigin();
        if (embedding == null) {
            t.equal(List.of("'none'"), allowed, "`frame-ancestors` of the page");
            return;
        }
        t.that(
                allowed.contains(embedding)
                        && allowed.stream().noneMatch(source -> source.contains("*") || source.endsWith(":")),
                "`frame-ancestors` of the page was to be " + embedding + ", and no source for everybody, not " + allowed
                        + ".");
    }

    private static void referrer(Trial t) {
        t.equal("no-referrer", html(t, new Asking(t).ask()).header("Referrer-Policy"), "Referrer-Policy of the page");
    }

    /** Its page, in HTML; then it is declined, so that another may be asked. */
    private static String pageOf(Trial t, String text) {
        Asking asking = new Asking(t);
        Call call = Asking.edited(asking.answer(), body -> body.put("text", text));
        Page page = asking.ask(call);
        String html = html(t, page).text();
        page.answered("decline");
        return html;
    }

    private static void markup(Trial t) {
        String page = Shows.withoutScripts(pageOf(t, "Good. " + String.join(" or ", MARKUP)));
        for (String markup : MARKUP) {
            String element = markup.substring(markup.lastIndexOf('<'));
            t.that(
                    !page.contains(element),
                    "Markup of the parties' text is escaped in the page; " + element + " stands there.");
        }
    }

    /** A page may have such characters of its own, around the text: those that it has about a plain one. */
    private static void invisible(Trial t) {
        String plain = Shows.read(pageOf(t, "Good as new"));
        String page = Shows.read(pageOf(t, "Good" + BIDI + " as" + CONTROL + " new"));
        t.that(
                (BIDI + CONTROL).chars().noneMatch(character -> count(page, character) > count(plain, character)),
                "Bidi and control characters of the parties' text do not stand raw in the page.");
    }

    private static long count(String text, int character) {
        return text.chars().filter(one -> one == character).count();
    }
}
