package dev.rctp.conformance.s07approvals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** APR-5: the page that the seller sees. */
public final class Apr5 implements Section {

    private static final String BIDI = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c";
    private static final Pattern REFERENCE = Pattern.compile("&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));");
    private static final String CONTROL = "\u0007";

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

    static boolean has(JsonNode shown, JsonNode value) {
        return shown.equals(value) || shown.valueStream().anyMatch(part -> has(part, value));
    }

    private static void shows(Trial t, Page page, JsonNode value, String what) {
        JsonNode approval = page.view().path("approval");
        boolean written = value.isObject()
                ? new PrivateAmount(value.path("amount").asLong(-1)).isIn(approval.toString())
                : approval.toString().contains(value.asString(""));
        t.that(
                has(approval, value) || written,
                "What the page shows has " + what + ", " + value + "; it is " + approval + ".");
    }

    private static void action(Trial t) {
        Asking asking = new Asking(t);
        asking.each(
                (verb, call) -> shows(t, asking.ask(call), JsonNodeFactory.instance.stringNode(verb), "the action"));
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
        shows(t, asking.ask(call), Asking.body(call).path("text"), "the text");
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
        t.equal(List.of(embedding == null ? "'none'" : embedding), allowed, "`frame-ancestors` of the page");
    }

    private static void referrer(Trial t) {
        t.equal("no-referrer", html(t, new Asking(t).ask()).header("Referrer-Policy"), "Referrer-Policy of the page");
    }

    private static String pageOf(Trial t, String text) {
        Asking asking = new Asking(t);
        Call call = Asking.edited(asking.answer(), body -> body.put("text", text));
        return html(t, asking.ask(call)).text();
    }

    private static void markup(Trial t) {
        List<String> markup = List.of("<img src=x onerror=rctp()>", "<b id=\"rctp\">", "<i id=rctp>");
        String page = pageOf(t, "Good. " + String.join("", markup));
        markup.forEach(
                tag -> t.that(!page.contains(tag), "Markup of the parties' text is escaped in the page, not " + tag));
    }

    private static void invisible(Trial t) {
        String page = unreferenced(pageOf(t, "Good" + BIDI + " as" + CONTROL + " new"));
        t.that(
                (BIDI + CONTROL).chars().noneMatch(character -> page.indexOf(character) >= 0),
                "Bidi and control characters of the parties' text do not stand raw in the page.");
    }

    /** The text with each numeric character reference as its character, as a browser reads it. */
    private static String unreferenced(String html) {
        return REFERENCE
                .matcher(html)
                .replaceAll(found -> Matcher.quoteReplacement(character(found.group(1), found.group(2))));
    }

    private static String character(@Nullable String hexadecimal, @Nullable String decimal) {
        int point = hexadecimal == null ? Integer.parseInt(String.valueOf(decimal)) : Integer.parseInt(hexadecimal, 16);
        return Character.isValidCodePoint(point) ? Character.toString(point) : "";
    }
}
