package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.WindowType;

/** A seller decides on the approval page with a passkey, in a real browser (APR-3, APR-5). */
@Tag("long")
class ApprovalPageTest {

    private PageStage stage;

    @BeforeEach
    void open() throws Exception {
        stage = new PageStage(Requests.offer(Duration.ofMinutes(15))).enrolled();
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    @DisplayName("APR-9, APR-3: enrol, approve with the passkey, and the page says so")
    void approve() {
        stage.open().button("approve").click();

        stage.awaitState("approved");
        assertThat(stage.browser.text()).contains("You approved", "It is done.");
        assertThat(stage.gateway.responses).singleElement().satisfies(response -> {
            assertThat(response.propertyNames()).containsExactlyInAnyOrder("decision", "credential");
            assertThat(response.path("decision").stringValue()).isEqualTo("approve");
            assertThat(response.path("credential").propertyNames())
                    .contains("id", "rawId", "type", "response", "clientExtensionResults");
        });
        stage.noComplaints();
    }

    @Test
    @DisplayName("APR-3: declining is signed too")
    void decline() {
        stage.open().button("decline").click();

        stage.awaitState("declined");
        assertThat(stage.gateway
                        .responses
                        .getFirst()
                        .path("credential")
                        .path("response")
                        .has("signature"))
                .isTrue();
        assertThat(stage.browser.text()).contains("You declined").doesNotContain("elsewhere", "another window");
    }

    @Test
    @DisplayName("APR-4: at the end of its time the page says that silence was no, and offers nothing more")
    void expire() {
        stage.gateway.asked = Requests.offer(Duration.ofSeconds(4));
        stage.open();
        assertThat(stage.browser.id("left").getText()).matches("0:0[1-4]");

        stage.awaitState("expired");
        assertThat(stage.browser.text()).contains("The time is over", "counts as no");
        assertThat(stage.browser.number("document.querySelectorAll('button').length"))
                .isZero();
        assertThat(stage.gateway.responses).isEmpty();
    }

    @Test
    @DisplayName("APR-7: when another window answered first, this one says so and shows that answer")
    void secondWindow() {
        stage.open();
        String first = stage.browser.driver().getWindowHandle();
        stage.browser.driver().switchTo().newWindow(WindowType.TAB);
        stage.gateway.end("declined");
        stage.browser.driver().switchTo().window(first);

        stage.button("approve").click();
        stage.awaitState("declined");
        assertThat(stage.browser.text()).contains("answered in another window", "You declined");
    }

    @Test
    @DisplayName("APR-7: the back button does not bring the buttons back")
    void back() {
        stage.open().button("approve").click();
        stage.awaitState("approved");
        stage.open(stage.gateway.enrolmentPage());
        stage.browser.driver().navigate().back();

        stage.awaitState("approved");
        assertThat(stage.browser.number("document.querySelectorAll('button').length"))
                .isZero();
    }

    @Test
    @DisplayName("INV-4: a device without the seller's passkey decides nothing, and the page stays as it was")
    void wrongPasskey() {
        stage.open();
        stage.otherDevice();
        stage.button("approve").click();

        stage.awaitStatus("Nothing was decided");
        assertThat(stage.gateway.responses).isEmpty();
        assertThat(stage.button("approve").getDomAttribute("aria-disabled")).isNull();
    }

    @Test
    @DisplayName(
            "APR-3: a passkey that is not accepted leaves the request open, and the next try has a fresh challenge")
    void refusedPasskey() {
        stage.open();
        stage.gateway.passkeys.breakKeys(true);
        stage.button("approve").click();
        stage.awaitStatus("not accepted");
        stage.gateway.passkeys.breakKeys(false);
        stage.button("approve").click();

        stage.awaitState("approved");
        assertThat(stage.gateway.responses).hasSize(2);
    }

    @Test
    @DisplayName("APR-3: a device that can't tell who touches it decides nothing")
    void unverified() {
        stage.open();
        stage.recognises(false);
        stage.button("approve").click();

        stage.awaitStatus("Nothing was decided");
        assertThat(stage.gateway.responses).isEmpty();
    }

    @Test
    @DisplayName(
            "APR-5: both answers weigh the same, come after what they are about, and neither has the focus by itself")
    void equalWeight() {
        stage.open();
        WebElement approve = stage.button("approve");
        WebElement decline = stage.button("decline");

        assertThat(stage.browser.driver().switchTo().activeElement().getTagName())
                .isEqualTo("body");
        assertThat(approve.getSize()).isEqualTo(decline.getSize());
        for (String property :
                List.of("color", "background-color", "border-top-color", "border-top-width", "font-size")) {
            assertThat(approve.getCssValue(property)).isEqualTo(decline.getCssValue(property));
        }
        assertThat(tabStops(2)).containsExactly("Decline with passkey", "Approve with passkey");
    }

    private List<String> tabStops(int count) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            stage.browser.driver().switchTo().activeElement().sendKeys(Keys.TAB);
            names.add(stage.browser.driver().switchTo().activeElement().getAccessibleName());
        }
        return names;
    }

    @Test
    @DisplayName("APR-5: the keyboard alone is enough")
    void keyboard() {
        stage.open();
        tabStops(2);
        stage.browser.driver().switchTo().activeElement().sendKeys(Keys.SPACE);

        stage.awaitState("approved");
    }

    @Test
    @DisplayName("Without its script the page still says what is asked, and that it can't be answered so")
    void scriptOff() {
        stage.browser.driver().executeCdpCommand("Emulation.setScriptExecutionDisabled", Map.of("value", true));
        stage.open();

        assertThat(stage.browser.driver().findElement(By.tagName("main")).getText())
                .contains("Accept this offer?", "€1,234.50", "This page needs JavaScript", "counts as no");
        assertThat(stage.browser.id("approve").isDisplayed()).isFalse();
    }

    @Test
    @DisplayName("INV-2: a gateway that does not answer decides nothing")
    void gatewayAway() {
        WebElement approve = stage.open().button("approve");
        stage.gateway.stop();
        approve.click();

        stage.awaitStatus("did not get through");
    }

    @Test
    @DisplayName("The time left is counted down and said once when it grows short")
    void countdown() {
        stage.gateway.asked = Requests.offer(Duration.ofSeconds(62));
        stage.open();

        stage.awaitStatus("One minute left");
        Awaitility.await()
                .untilAsserted(
                        () -> assertThat(stage.browser.id("left").getText()).matches("0:5[0-9]"));
    }
}
