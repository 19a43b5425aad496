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
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The approval page inside a partner's page (APR-5). */
@Tag("long")
class FramedApprovalTest {

    private static final String ALLOWED = "allow='publickey-credentials-get *'";

    private OperatorSite partner;
    private PageStage stage;

    @BeforeEach
    void open() throws Exception {
        partner = OperatorSite.start();
        String origin = partner.callback().toString().replace("/callback", "");
        stage = new PageStage(Requests.offer(Duration.ofMinutes(15)), origin, sameSite(origin)).enrolled();
    }

    @AfterEach
    void close() {
        stage.close();
        partner.close();
    }

    /** The partner's page as one of the gateway's own site, whose frames share its process. */
    private static String sameSite(String address) {
        return address.replace("127.0.0.1", "localhost");
    }

    /** Shows the approval page in a frame, with this markup after it, and goes into the frame. */
    private void frame(String attributes, String after) {
        frame(attributes, after, false);
    }

    private void frame(String attributes, String after, boolean sameSite) {
        String frame = "<iframe id=frame width=600 height=1600 src='" + stage.gateway.page() + "' " + attributes
                + "></iframe>";
        String page = partner.showing(frame + after).toString();
        stage.browser.driver().get(sameSite ? sameSite(page) : page);
        stage.browser
                .driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 800, "height", 1700, "deviceScaleFactor", 1, "mobile", false));
        stage.browser.driver().switchTo().frame("frame");
    }

    private boolean isReady() {
        return stage.button("approve").getDomAttribute("data-unseen") == null;
    }

    @Test
    @DisplayName("APR-5: in a frame the buttons act only after a second of full visibility")
    void aSecond() throws Exception {
        frame(ALLOWED, "");
        stage.awaitStatus("Read first");
        assertThat(isReady()).isFalse();
        stage.browser.driver().executeScript("document.getElementById('approve').click()");
        assertThat(stage.gateway.responses).isEmpty();

        Awaitility.await().until(this::isReady);
        assertThat(stage.status()).isEmpty();
        stage.button("approve").click();
        stage.awaitState("approved");
    }

    @Test
    @DisplayName("APR-5: what lies over the page, even see-through, keeps the buttons from acting")
    void covered() {
        frame(ALLOWED, "<div style='position:fixed;inset:0;opacity:.01;background:red;pointer-events:none'></div>");
        stage.awaitStatus("Read first");
        Awaitility.await()
                .during(Duration.ofSeconds(3))
                .atMost(Duration.ofSeconds(4))
                .until(() -> !isReady());
        stage.browser.driver().executeScript("document.getElementById('approve').click()");

        assertThat(stage.status()).contains("Read first");
        assertThat(stage.gateway.responses).isEmpty();
    }

    @Test
    @DisplayName("APR-5: a frame that is scrolled so that the buttons are cut off keeps them from acting")
    void cutOff() {
        frame(ALLOWED + " style='height:300px'", "");
        stage.awaitStatus("Read first");
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(3))
                .until(() -> !isReady());
    }

    @Test
    @DisplayName("APR-5: a browser that can't tell what is visible opens a window of its own")
    void noVisibility() {
        stage.browser
                .driver()
                .executeCdpCommand(
                        "Page.addScriptToEvaluateOnNewDocument",
                        Map.of("source", "delete IntersectionObserverEntry.prototype.isVisible"));
        frame(ALLOWED, "", true);

        opensAWindow();
    }

    @Test
    @DisplayName("APR-5: so does a frame that may not ask for passkeys")
    void notAllowed() {
        frame("", "");

        opensAWindow();
    }

    private void opensAWindow() {
        WebElement open = stage.browser.id("open");
        Awaitility.await().until(open::isDisplayed);
        assertThat(stage.button("approve").isDisplayed()).isFalse();
        open.click();
        Awaitility.await().until(() -> stage.browser.driver().getWindowHandles().size() == 2);
        String frame = stage.browser.driver().getWindowHandle();
        stage.browser.driver().getWindowHandles().stream()
                .filter(window -> !window.equals(frame))
                .forEach(window -> stage.browser.driver().switchTo().window(window));
        stage.awaitState("pending");
        assertThat(stage.button("approve").isDisplayed()).isTrue();
    }

    @Test
    @DisplayName("APR-5: an origin that the configuration does not name can't embed the page")
    void otherOrigin() throws Exception {
        try (OperatorSite other = OperatorSite.start()) {
            String frame = "<iframe id=frame src='" + stage.gateway.page() + "' " + ALLOWED + "></iframe>";
            stage.browser.driver().get(other.showing(frame).toString());
            stage.browser.driver().switchTo().frame("frame");

            assertThat(stage.browser.driver().findElements(By.tagName("button")))
                    .isEmpty();
        }
    }
}
