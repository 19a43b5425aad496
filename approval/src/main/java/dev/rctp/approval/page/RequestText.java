package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import dev.rctp.registries.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is asked, in the page's own words around what the parties wrote (APR-5). */
final class RequestText {

    private final Display display;
    private final Tongue tongue;

    RequestText(Display display, Tongue tongue) {
        this.display = display;
        this.tongue = tongue;
    }

    /** Who asks, and the question as the page's heading. */
    Html heading() {
        Html asker = tongue.words()
                .html("ask.by", PartyText.inline(display.agentId()), PartyText.inline(display.operator()));
        return Html.all(tag("p").styled("eyebrow").of(asker), tag("h1").of(question()));
    }

    /** The question in one line, such as {@code Accept this offer?}. */
    Html question() {
        String key = "ask." + display.action();
        return tongue.words().has(key)
                ? Html.text(tongue.say(key))
                : tongue.words().html("ask.other", PartyText.code(display.action()));
    }

    /** What it means to say yes. */
    Html means() {
        return Html.text(tongue.words().first("means." + display.action(), "means.other"));
    }

    /** The question once more with its amount, beside the buttons. */
    Html summary() {
        Money amount = amountAsked();
        return Html.all(
                tag("strong").of(question()),
                amount == null
                        ? Html.NONE
                        : Html.all(Html.text(" "), tag("span").styled("sum").of(tongue.money(amount))));
    }

    /** The price that is asked about: of a listing's own approval the asking price. */
    private @Nullable Money amountAsked() {
        Money price = display.price();
        return price != null || !isAboutAPrice() ? price : display.listPrice();
    }

    private boolean isAboutAPrice() {
        return tongue.words().has("amount." + display.action());
    }

    /** The amount, large, in the currency's own digits; and the asking price where it is another. */
    Html amount() {
        Money amount = amountAsked();
        Money listed = display.listPrice();
        if (amount == null) {
            return Html.NONE;
        }
        String label = tongue.words().first("amount." + display.action(), "amount.other");
        return tag("div")
                .styled("amount")
                .of(
                        tag("p").of(
                                        tag("span").styled("label").of(label),
                                        Html.text(" "),
                                        tag("strong").id("amount").of(large(amount))),
                        listed == null || listed.equals(amount)
                                ? Html.NONE
                                : tag("p").styled("beside").of(tongue.say("amount.listed", tongue.money(listed))));
    }

    /** The amount with its code set smaller, and a place between them to break the line. */
    private Html large(Money amount) {
        String written = tongue.money(amount);
        String code = "\u00a0" + amount.currency();
        return written.endsWith(code)
                ? Html.all(
                        Html.text(written.substring(0, written.length() - code.length()) + " "),
                        tag("span").of(amount.currency()))
                : Html.text(written);
    }

    /** What agents or buyers wrote, each in its box with a label of ours. */
    Html partyTexts() {
        return Html.all(party("title", display.text("title")), party("text", display.text("text")));
    }

    private Html party(String name, @Nullable String written) {
        return written == null
                ? Html.NONE
                : tag("figure")
                        .of(
                                tag("figcaption")
                                        .of(tongue.words()
                                                .first("party." + name + "." + display.action(), "party." + name)),
                                PartyText.boxed(written));
    }

    /** The conditions, as a list. */
    Html facts() {
        List<Html> facts = new ArrayList<>();
        Money listed = display.listPrice();
        add(facts, "fact.list_price", amountAsked() == null && listed != null ? tongue.money(listed) : null, false);
        add(facts, "fact.category", display.text("category"), false);
        add(facts, "fact.in_reply_to", display.text("in_reply_to"), false);
        add(facts, "fact.buyer", display.buyer(), false);
        Money offered = display.offered();
        add(facts, "fact.offered", offered == null ? null : tongue.money(offered), false);
        add(facts, "fact.fulfillment", option(display.option("fulfillment")), false);
        add(facts, "fact.payment", option(display.option("payment")), false);
        add(facts, "fact.expires_at", display.expiresAt());
        add(facts, "fact.ship_by", display.shipBy());
        add(facts, "fact.term_set", termSet(display.text("term_set")), false);
        display.others().forEach((name, value) -> facts.add(row(PartyText.code(name), PartyText.inline(value))));
        return facts.isEmpty() ? Html.NONE : tag("dl").of(Html.all(facts));
    }

    /** Who runs the agent that asks, by which key it is known, and by which names the rest goes. */
    Html whoAsks() {
        List<Html> facts = new ArrayList<>();
        add(facts, "who.operator", display.operator(), false);
        add(facts, "who.agent", display.agentId(), false);
        add(facts, "who.profile", display.text("profile"), true);
        add(facts, "who.key", display.text("agent_jkt"), true);
        add(facts, "fact.listing", display.text("listing_id"), true);
        add(facts, "fact.offer", display.text("offer_id"), true);
        add(facts, "fact.deal", display.text("deal_id"), true);
        return Html.all(
                tag("h2").of(tongue.say("who.title")),
                tag("p").of(tongue.words()
                        .html("who.text", PartyText.inline(display.agentId()), PartyText.inline(display.operator()))),
                tag("dl").of(Html.all(facts)));
    }

    private @Nullable String termSet(@Nullable String id) {
        return id != null && tongue.words().has("set." + id) ? tongue.say("set." + id) : id;
    }

    private void add(List<Html> facts, String key, @Nullable String value, boolean code) {
        if (value != null) {
            facts.add(row(Html.text(tongue.say(key)), code ? PartyText.code(value) : PartyText.inline(value)));
        }
    }

    private void add(List<Html> facts, String key, @Nullable Instant at) {
        if (at != null) {
            Html time = tag("time").with("datetime", at.toString()).of(tongue.time(at));
            facts.add(row(Html.text(tongue.say(key)), time));
        }
    }

    private @Nullable String option(@Nullable String option) {
        return option == null ? null : TermsForm.option(tongue, option);
    }

    private static Html row(Html name, Html value) {
        return Html.all(tag("dt").of(name), tag("dd").of(value));
    }
}
