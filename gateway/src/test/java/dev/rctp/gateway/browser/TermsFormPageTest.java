package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import tools.jackson.databind.JsonNode;

/** A seller sets the terms of a listing in the hosted form and approves them (LST-3). */
@Tag("long")
class TermsFormPageTest {

    private static final String PROPOSED = """
            {"floor": {"amount": 115000, "currency": "EUR"}, "available_until": "2030-01-31T18:00:00Z",
             "fulfillment_options": ["pickup", "shipping"], "payment_terms": ["escrow"], "deliver_within_days": 5,
             "counterparty_requirements": {"jurisdictions": ["DE", "AT"]}}""";

    private PageStage stage;

    @BeforeEach
    void open() throws Exception {
        stage = new PageStage(Requests.listing("goods.small/1", PROPOSED)).enrolled();
    }

    @AfterEach
    void close() {
        stage.close();
    }

    private JsonNode terms() {
        return stage.gateway.terms.getLast().path("terms");
    }

    private WebElement field(String term) {
        return stage.browser.driver().findElement(By.cssSelector("[data-term=" + term + "]"));
    }

    private void write(String id, String text) {
        stage.browser.id(id).clear();
        stage.browser.id(id).sendKeys(text);
    }

    @Test
    @DisplayName("LST-3: what is proposed and left as it is goes out as it came, and the passkey signs its commitment")
    void proposed() {
        stage.open().button("approve").click();

        stage.awaitState("approved");
        assertThat(terms()).isEqualTo(Requests.json(PROPOSED).put("release_condition", "buyer_accepted"));
        assertThat(stage.gateway.responses).hasSize(1);
        stage.noComplaints();
    }

    @Test
    @DisplayName("LST-3: the seller's own answers replace the proposed ones, in the seller's time zone and currency")
    void own() {
        stage.browser
                .driver()
                .executeCdpCommand("Emulation.setTimezoneOverride", Map.of("timezoneId", "Europe/Berlin"));
        stage.open();
        assertThat(stage.browser.id("t-available_until").getDomProperty("value"))
                .isEqualTo("2030-01-31T19:00");
        assertThat(field("floor").getText()).contains("Proposed: €1,150.00").doesNotContain("You wrote");
        write("t-floor", "1200,5");
        assertThat(field("floor").getText()).contains("You wrote €1,200.50").doesNotContain("proposed");
        stage.browser.id("t-fulfillment_options-courier").click();
        stage.browser.id("t-release_condition-delivered").click();
        stage.browser
                .driver()
                .executeScript("const i = document.getElementById('t-available_until'); i.value = '2031-07-01T12:30';"
                        + " i.dispatchEvent(new Event('input', {bubbles: true}))");
        write("t-counterparty_requirements-max_incident_sla_hours", "48");
        stage.button("approve").click();

        stage.awaitState("approved");
        assertThat(terms()).isEqualTo(Requests.json("""
                {"floor": {"amount": 120050, "currency": "EUR"}, "available_until": "2031-07-01T10:30:00Z",
                 "fulfillment_options": ["pickup", "shipping", "courier"], "payment_terms": ["escrow"],
                 "release_condition": "delivered", "deliver_within_days": 5,
                 "counterparty_requirements": {"jurisdictions": ["DE", "AT"], "max_incident_sla_hours": 48}}"""));
    }

    @ParameterizedTest
    @DisplayName("B98, B101: an amount that could be read in two ways, or is out of bounds, is not sent")
    @CsvSource(
            delimiter = '|',
            value = {"1.234,50", "1,234.50", "12.345", "-1", "1e3", "abc", "1390.01", "0x10", "''", "1 390.001"})
    void amountsThatAreNotSent(String typed) {
        stage.open();
        write("t-floor", typed);
        stage.button("approve").click();

        stage.awaitStatus("Nothing was sent yet");
        assertThat(field("floor").findElement(By.className("error")).getText())
                .contains("Write an amount from €0.00 EUR to €1,390.00 EUR");
        WebElement focused = stage.browser.driver().switchTo().activeElement();
        assertThat(focused.getDomAttribute("id")).isEqualTo("t-floor");
        assertThat(focused.getDomAttribute("aria-invalid")).isEqualTo("true");
        assertThat(focused.getDomAttribute("aria-describedby")).startsWith("t-floor-error");
        assertThat(stage.gateway.terms).isEmpty();
    }

    @ParameterizedTest
    @DisplayName("B99: amounts are read in the currency's own digits")
    @CsvSource(
            delimiter = '|',
            value = {
                "JPY | en | 1390 | 1390",
                "BHD | en | 1.5 | 1500",
                "BHD | de | 1,5 | 1500",
                "EUR | de | 12,3 | 1230",
                "EUR | en | 1 390 | 139000",
                "EUR | en | 0 | 0"
            })
    void digits(String currency, String language, String typed, long amount) {
        stage.gateway.asked = Requests.listing("goods.small/1", PROPOSED);
        stage.gateway
                .asked
                .withObject("approval")
                .withObject("display")
                .withObject("list_price")
                .put("currency", currency);
        stage.browser.as(language, false);
        stage.open();
        write("t-floor", typed);
        stage.button("approve").click();

        stage.awaitState("approved");
        assertThat(terms().path("floor"))
                .isEqualTo(Requests.json("{\"amount\": " + amount + ", \"currency\": \"" + currency + "\"}"));
    }

    @Test
    @DisplayName("LST-3: faults that the gateway finds stand at their fields, and nothing is signed")
    void faultsOfTheGateway() {
        stage.gateway.termsFaults = Requests.json("""
                {"code": "terms_invalid", "content": "x", "action": "listing.create",
                 "detail": {"fields": [{"field": "deliver_within_days", "message": "must be less"}]}}""");
        stage.open().button("approve").click();

        stage.awaitStatus("Nothing was sent yet");
        assertThat(field("deliver_within_days").getText()).contains("Write a whole number from 1 to 30.");
        assertThat(stage.gateway.responses).isEmpty();
        stage.button("approve").click();
        stage.awaitState("approved");
    }

    @Test
    @DisplayName("LST-2: what is required and missing is said at each field")
    void missing() {
        stage.gateway.asked = Requests.listing("vehicles/1", "{}");
        stage.open().button("approve").click();

        stage.awaitStatus("Nothing was sent yet");
        assertThat(stage.browser.number("document.querySelectorAll('.error:not([hidden])').length"))
                .isEqualTo(8);
        assertThat(stage.gateway.terms).isEmpty();
    }

    @Test
    @DisplayName("APR-8: declining needs no terms and sends none")
    void decline() {
        stage.gateway.asked = Requests.listing("goods.small/1", "{}");
        stage.open().button("decline").click();

        stage.awaitState("declined");
        assertThat(stage.gateway.terms).isEmpty();
    }

    @Test
    @DisplayName("LST-3: Enter in a field sends nothing")
    void enter() {
        stage.open();
        stage.browser.id("t-floor").sendKeys(Keys.ENTER);
        Awaitility.await().during(Duration.ofMillis(500)).until(() -> stage.gateway.terms.isEmpty());

        assertThat(stage.browser.driver().getCurrentUrl())
                .isEqualTo(stage.gateway.page().toString());
    }
}
