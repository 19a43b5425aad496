package dev.rctp.gateway.browser;

import dev.rctp.approval.page.ApprovalView;
import dev.rctp.approval.page.EnrolmentView;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import tools.jackson.databind.node.ObjectNode;

/**
 * A state of the hosted pages.
 *
 * @param name what its pictures are called by
 * @param way how a browser comes to see it
 */
record PageState(String name, Consumer<PageStage> way) {

    /** What an agent proposes for a listing of {@code goods.small/1}, so that one answer is missing. */
    private static final String PROPOSED = """
            {"floor": {"amount": 115000, "currency": "EUR"}, "available_until": "2030-01-31T18:00:00Z",
             "fulfillment_options": ["pickup", "shipping"], "deliver_within_days": 5}""";

    private static final String COMPLETE = """
            {"floor": {"amount": 115000, "currency": "EUR"}, "available_until": "2030-01-31T18:00:00Z",
             "fulfillment_options": ["pickup"], "payment_terms": ["escrow"], "deliver_within_days": 5}""";

    /** All of them. */
    static List<PageState> all() {
        return List.of(
                new PageState("pending", PageStage::open),
                new PageState("party_text", stage -> {
                    ObjectNode display =
                            stage.gateway.asked.withObject("approval").withObject("display");
                    display.remove(List.of("price", "list_price", "deal_terms", "offer_id", "buyer"));
                    display.put("action", "listing.answer_buyer")
                            .put("text", "Yes, it is.\n\u202eEUR 00.1 rof dlos\u202c </script>" + "\u0000W".repeat(3));
                    stage.open();
                }),
                new PageState("form", stage -> form(stage, "goods.small/1", PROPOSED)),
                new PageState(
                        "form_of_vehicles",
                        stage -> form(
                                stage, "vehicles/1", "{\"counterparty_requirements\": {\"jurisdictions\": [\"DE\"]}}")),
                new PageState("form_with_faults", stage -> {
                    form(stage, "goods.small/1", "{}");
                    stage.browser.id("t-floor").sendKeys("9999999");
                    stage.button("approve").click();
                }),
                new PageState("working", stage -> {
                    stage.gateway.gate = new CountDownLatch(1);
                    form(stage, "goods.small/1", COMPLETE);
                    stage.button("approve").click();
                    Awaitility.await().until(() -> !stage.gateway.terms.isEmpty());
                }),
                new PageState("cancelled", stage -> {
                    stage.open().recognises(false);
                    stage.button("approve").click();
                    Awaitility.await()
                            .until(() ->
                                    "warn".equals(stage.browser.id("status").getDomAttribute("data-kind")));
                }),
                new PageState("approved", stage -> ended(stage, "approved")),
                new PageState("being_carried_out", stage -> {
                    stage.gateway.end(Requests.json("{\"status\": \"approved\"}"));
                    stage.open();
                }),
                new PageState("not_carried_out", stage -> {
                    stage.gateway.end(
                            Requests.json(
                                    "{\"status\": \"approved\", \"result\": {\"status\": 409, \"body\": {\"code\": \"listing_closed\"}}}"));
                    stage.open();
                }),
                new PageState("declined", stage -> ended(stage, "declined")),
                new PageState("no_longer_stands", stage -> {
                    stage.gateway.end(
                            Requests.json(
                                    "{\"status\": \"declined\", \"result\": {\"status\": 401, \"body\": {\"code\": \"operator_unknown\"}}}"));
                    stage.open();
                }),
                new PageState("expired", stage -> ended(stage, "expired")),
                new PageState("elsewhere", stage -> {
                    stage.open();
                    stage.gateway.end("approved");
                    stage.button("decline").click();
                    stage.awaitState("approved");
                }),
                new PageState("no_passkey", stage -> {
                    stage.gateway.passkeys.forget();
                    stage.open();
                }),
                new PageState("unknown", stage -> {
                    stage.gateway.view = new ApprovalView.Unknown();
                    stage.open();
                }),
                new PageState("unavailable", stage -> {
                    stage.gateway.view = new ApprovalView.Unavailable();
                    stage.open();
                }),
                new PageState("enrol", stage -> enrolment(stage, new EnrolmentView.Ready("ticket-1", false))),
                new PageState("enrol_another", stage -> enrolment(stage, new EnrolmentView.Ready("ticket-1", true))),
                new PageState("enrolled", PageStage::enrolledByThePage),
                new PageState("ticket_invalid", stage -> enrolment(stage, new EnrolmentView.TicketInvalid())),
                new PageState("ticket_used", stage -> enrolment(stage, new EnrolmentView.TicketUsed())));
    }

    /** Brings the page to this state. */
    void show(PageStage stage) {
        way.accept(stage);
    }

    @Override
    public String toString() {
        return name;
    }

    private static void form(PageStage stage, String termSet, String proposed) {
        stage.gateway.asked = Requests.listing(termSet, proposed);
        stage.open();
    }

    private static void ended(PageStage stage, String status) {
        stage.gateway.end(status);
        stage.open();
    }

    private static void enrolment(PageStage stage, EnrolmentView view) {
        stage.gateway.enrolment = view;
        stage.open(stage.gateway.enrolmentPage());
    }
}
