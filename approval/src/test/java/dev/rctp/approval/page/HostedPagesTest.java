package dev.rctp.approval.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class HostedPagesTest {

    private static final String ATTACK =
            "x\"'><script>alert(1)</script><img src=x onerror=alert(1)>{{0}}{0}</bdi></code>";
    private static final Pattern ELEMENT = Pattern.compile("<[/!]?[a-z][^>]*>");

    /** The page's elements with their attributes' names: what text must not change. */
    private static List<String> structure(String html) {
        return ELEMENT.matcher(html)
                .results()
                .map(MatchResult::group)
                .map(tag -> tag.replaceAll("\"[^\"]*\"", "\"\""))
                .toList();
    }

    static List<String> displayTexts() {
        return List.of(
                "title",
                "listing_id",
                "offer_id",
                "deal_id",
                "text",
                "category",
                "in_reply_to",
                "agent_id",
                "agent_jkt",
                "operator",
                "profile",
                "pickup_hint");
    }

    @Test
    @DisplayName(
            "APR-5: what is signed stands there in words: category, what is answered, the counter's end, the promised day, the buyer's offer")
    void inWords() {
        ObjectNode asked = Asked.offer();
        ObjectNode display = Asked.display(asked);
        display.put("category", "Lamps")
                .put("in_reply_to", "question 7")
                .put("expires_at", "2026-12-01T09:30:00Z")
                .put("ship_by", "2027-01-31T00:00:00Z")
                .putObject("offered")
                .put("amount", 39_900)
                .put("currency", "EUR");
        assertThat(Asked.pending(asked, Asked.ENGLISH))
                .contains(
                        "Category",
                        "Lamps",
                        "In reply to",
                        "question 7",
                        "Your offer ends",
                        "To be sent by",
                        "January 31, 2027")
                .contains("December 1, 2026", "datetime=\"2026-12-01T09:30:00Z\"", "The buyer offers", "399.00")
                .doesNotContain("in_reply_to", "expires_at", "ship_by", "&quot;amount&quot;");
        assertThat(Asked.pending(asked, Asked.GERMAN))
                .contains(
                        "Kategorie",
                        "Antwort auf",
                        "Ihr Gebot endet",
                        "1. Dezember 2026",
                        "Der Käufer bietet",
                        "399,00");
    }

    @ParameterizedTest
    @MethodSource("displayTexts")
    @DisplayName("APR-5: markup in any displayed text is text")
    void attacksInTheDisplay(String member) {
        ObjectNode plain = Asked.offer();
        Asked.display(plain).put(member, "x");
        ObjectNode attack = Asked.offer();
        Asked.display(attack).put(member, ATTACK);

        for (Visitor visitor : List.of(Asked.ENGLISH, Asked.GERMAN)) {
            String html = Asked.pending(attack, visitor);
            assertThat(structure(html)).isEqualTo(structure(Asked.pending(plain, visitor)));
            assertThat(html).contains("&lt;script&gt;alert(1)&lt;/script&gt;").doesNotContain("<img");
        }
    }

    @Test
    @DisplayName("APR-5: so it is in actions, options, a buyer's name and members without words of ours")
    void attacksElsewhere() {
        ObjectNode attack = Asked.offer();
        ObjectNode display = Asked.display(attack);
        display.put("action", ATTACK);
        display.set("buyer", display.objectNode().put("operator", ATTACK));
        display.withObject("deal_terms").withObject("payment").put("option", ATTACK);
        display.put(ATTACK, ATTACK);
        ApprovalView.Ended ended = new ApprovalView.Ended(
                Asked.json("{\"status\": \"approved\", \"result\": {\"status\": 403, \"body\": {}}}"),
                display,
                Asked.NOW);

        for (String html : List.of(
                Asked.pending(attack, Asked.ENGLISH), Asked.text(Asked.pages().approval(ended, Asked.GERMAN)))) {
            assertThat(html).doesNotContain("<script>alert", "<img");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"floor", "available_until", "fulfillment_options", "release_condition", "deliver_within_days"})
    @DisplayName("LST-3: so it is in proposed values, of whatever type they are")
    void attacksInProposals(String term) {
        for (String value : List.of(
                "\"ATTACK\"",
                "[\"ATTACK\"]",
                "{\"amount\": \"ATTACK\", \"currency\": \"ATTACK\"}",
                "1.5",
                "null",
                "true")) {
            String json = "{\"" + term + "\": " + value.replace("ATTACK", ATTACK.replace("\"", "\\\"")) + "}";
            assertThat(Asked.pending(Asked.listing("goods.small/1", json), Asked.ENGLISH))
                    .doesNotContain("<script>alert", "<img");
        }
    }

    @Test
    void attacksInATicket() {
        String html = Asked.text(Asked.pages().enrolment(new EnrolmentView.Ready(ATTACK, false), Asked.ENGLISH));

        assertThat(html).contains("data-ticket=\"x&quot;&#39;&gt;&lt;script").doesNotContain("<img");
    }

    @Test
    @DisplayName(
            "APR-5: nothing but the page's own script and style may load, nothing may frame it, nothing is kept or told on")
    void fields() {
        RenderedPage page = Asked.pages().approval(new ApprovalView.Pending(Asked.offer()), Asked.ENGLISH);

        assertThat(page.fields())
                .containsEntry("cache-control", "no-store")
                .containsEntry("referrer-policy", "no-referrer")
                .containsEntry("x-frame-options", "DENY")
                .containsEntry("x-content-type-options", "nosniff");
        assertThat(page.fields().get("content-security-policy"))
                .contains(
                        "default-src 'none'",
                        "script-src https://gw.example/approve/assets/page.js;",
                        "style-src https://gw.example/approve/assets/page.css;",
                        "frame-ancestors 'none'",
                        "base-uri 'none'",
                        "form-action 'none'")
                .doesNotContain("unsafe");
        assertThat(Asked.text(page))
                .doesNotContain("<style", " style=", "<script>")
                .doesNotContainPattern(" on[a-z]+=");
    }

    @Test
    @DisplayName("APR-5: the configured origins may embed the approval page, and never the enrolment page")
    void embedding() {
        HostedPages pages = Asked.pages("https://shop.example", "https://m.shop.example");

        assertThat(pages.approval(new ApprovalView.Unknown(), Asked.ENGLISH).fields())
                .doesNotContainKey("x-frame-options")
                .hasEntrySatisfying(
                        "content-security-policy",
                        policy -> assertThat(policy)
                                .contains("frame-ancestors https://shop.example https://m.shop.example;"));
        assertThat(pages.enrolment(new EnrolmentView.TicketUsed(), Asked.ENGLISH)
                        .fields())
                .containsEntry("x-frame-options", "DENY");
    }

    @Test
    @DisplayName("APR-5, APR-4: the page shows the exact action, amount, item, parties and silence, in either language")
    void whatIsAsked() {
        assertThat(Asked.pending(Asked.offer(), Asked.ENGLISH).replace('\u00a0', ' '))
                .contains(
                        "<html lang=\"en\">",
                        "Accept this offer?",
                        "€410.00 <span>EUR</span>",
                        "Racing bicycle",
                        "Buyer AB",
                        "Shipping",
                        "agent-7",
                        "Seller Ops GmbH",
                        "https://ops.example/ucp",
                        "this counts as no",
                        "November 30, 2026",
                        "15:00",
                        "Asking price now: €450.00 EUR",
                        "pickup_hint");
        assertThat(Asked.pending(Asked.offer(), Asked.GERMAN).replace('\u00a0', ' '))
                .contains(
                        "<html lang=\"de\">",
                        "Dieses Gebot annehmen?",
                        "410,00 € <span>EUR</span>",
                        "Versand",
                        "gilt dies als Nein");
    }

    @Test
    @DisplayName("APR-5: a counter-offer's page says what the buyer offered, in the currency's own digits")
    void whatWasOffered() {
        ObjectNode counter = Asked.offer();
        ObjectNode display = Asked.display(counter).put("action", "offer.counter");
        display.putObject("offered").put("amount", 4500).put("currency", "BHD");

        assertThat(Asked.pending(counter, Asked.ENGLISH).replace('\u00a0', ' '))
                .contains("<dt>The buyer offers</dt>", "4.500")
                .doesNotContain("4500", "<code><bdi>offered");
        assertThat(Asked.pending(counter, Asked.GERMAN)).contains("<dt>Der Käufer bietet</dt>", "4,500");
    }

    @Test
    @DisplayName("APR-9: the enrolment page's sentences are about a passkey, not about a decision")
    void enrolmentSpeaksOfPasskeys() {
        EnrolmentView ready = new EnrolmentView.Ready("t", false);

        assertThat(Asked.text(Asked.pages().enrolment(ready, Asked.ENGLISH)))
                .contains("data-cancelled=\"No passkey was set up")
                .doesNotContain("decided", "Your answer", "The answer");
        assertThat(Asked.text(Asked.pages().enrolment(ready, Asked.GERMAN))).doesNotContain("entschieden", "Antwort");
    }

    @Test
    @DisplayName("APR-5: without a passkey there is nothing to press")
    void noPasskey() {
        ObjectNode answer = Asked.offer();
        answer.putArray("allow_credentials");

        assertThat(Asked.pending(answer, Asked.ENGLISH))
                .contains("data-state=\"no-passkey\"", "You need a passkey first")
                .doesNotContain("<button");
    }

    @Test
    @DisplayName("APR-8: a pending page carries no challenge and no proof, only what is asked")
    void noChallenge() {
        ObjectNode answer = Asked.offer();
        answer.putObject("challenges").put("approve", "c2VjcmV0");

        assertThat(Asked.pending(answer, Asked.ENGLISH)).doesNotContain("c2VjcmV0");
    }

    @Test
    @DisplayName("APR-2, APR-6: an ended approval says how it ended and what became of the call")
    void ended() {
        assertThat(ended("{\"status\": \"approved\"}")).contains("You approved", "It is being carried out");
        assertThat(ended("{\"status\": \"approved\", \"result\": {\"status\": 200, \"body\": {}}}"))
                .contains("It is done");
        assertThat(
                        ended(
                                "{\"status\": \"approved\", \"result\": {\"status\": 409, \"body\": {\"code\": \"listing_closed\"}}}"))
                .contains("It was not carried out. The listing is closed.");
        assertThat(ended("{\"status\": \"approved\", \"result\": {\"status\": 409, \"body\": {\"marketplace\": {}}}}"))
                .contains("The marketplace turned it down.");
        assertThat(ended("{\"status\": \"declined\", \"result\": {\"status\": 403, \"body\": {}}}"))
                .contains("You declined")
                .doesNotContain("carried out");
        assertThat(
                        ended(
                                "{\"status\": \"declined\", \"result\": {\"status\": 401, \"body\": {\"code\": \"operator_unknown\"}}}"))
                .as("OPR-6: not the seller ended it")
                .contains("There is nothing to answer any more", "is no longer admitted here")
                .doesNotContain("You declined", "Your passkey");
        assertThat(ended("{\"status\": \"expired\"}"))
                .contains("it counts as no")
                .doesNotContain("<button");
    }

    private static String ended(String status) {
        return Asked.text(Asked.pages()
                .approval(
                        new ApprovalView.Ended(Asked.json(status), Asked.display(Asked.offer()), Asked.NOW),
                        Asked.ENGLISH));
    }

    @Test
    void statusesOfPagesThatShowNothing() {
        assertThat(Asked.pages()
                        .approval(new ApprovalView.Unknown(), Asked.ENGLISH)
                        .status())
                .isEqualTo(404);
        assertThat(Asked.pages()
                        .approval(new ApprovalView.Unavailable(), Asked.ENGLISH)
                        .status())
                .isEqualTo(503);
        assertThat(Asked.pages()
                        .enrolment(new EnrolmentView.TicketInvalid(), Asked.ENGLISH)
                        .status())
                .isEqualTo(403);
    }

    @Test
    void assetsAreKeptUntilTheyChange() {
        Assets assets = new Assets();
        RenderedPage script = assets.get(Assets.SCRIPT, null).orElseThrow();

        assertThat(script.status()).isEqualTo(200);
        assertThat(assets.get(Assets.SCRIPT, script.fields().get("etag"))
                        .orElseThrow()
                        .status())
                .isEqualTo(304);
        assertThat(assets.get("/approve/assets/other.js", null)).isEmpty();
    }
}
