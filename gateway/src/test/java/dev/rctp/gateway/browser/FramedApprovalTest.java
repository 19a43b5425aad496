package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.AnotherGateway;
import dev.rctp.gateway.e2e.Sandboxed;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The approval page inside a partner's page (APR-5), by a gateway whose configuration names that partner's origins. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class FramedApprovalTest {

    private static final String ALLOWED = "allow='publickey-credentials-get *'";

    /** Keeps the time at which the buttons begin to act. */
    private static final String NOTE_WHEN_READY = """
            const button = document.getElementById('approve');
            new MutationObserver(() => { if (!button.hasAttribute('data-unseen')) window.readyAt ??= Date.now(); })
              .observe(button, {attributes: true});""";

    @TempDir
    static Path folder;

    private static OperatorSite partner;
    private static AnotherGateway gateway;

    private AskedSeller seller;
    private Answer asked;

    @BeforeAll
    static void start(World world, Path state) throws Exception {
        partner = OperatorSite.start();
        String origin = partner.callback().toString().replace("/callback", "");
        gateway = AnotherGateway.start(state, folder, "embedded", AnotherGateway.clock(world), config -> {
            int port = URI.create("http://" + config.at("/listen/address").stringValue())
                    .getPort();
            config.putObject("approvals")
                    .putArray("origins")
                    .add("http://localhost:" + port)
                    .add(world.gateway().toString());
            config.withObject("/approvals")
                    .putArray("embedding_origins")
                    .add(origin)
                    .add(sameSite(origin));
        });
    }

    @AfterAll
    static void stop() {
        gateway.close();
        partner.close();
    }

    @BeforeEach
    void open(World world, Path state) throws Exception {
        seller = AskedSeller.vouchedFor(world, state);
        asked = seller.accept();
    }

    @AfterEach
    void close() {
        seller.close();
    }

    /** The partner's page as one of the gateway's own site, whose frames share its process. */
    private static String sameSite(String address) {
        return address.replace("127.0.0.1", "localhost");
    }

    /** The page that asks, at the gateway that may be embedded. */
    private String page() {
        String path = URI.create(AskedSeller.page(asked)).getPath();
        return "http://localhost:" + gateway.port() + path;
    }

    /** Shows the approval page in a frame, with this markup after it, and goes into the frame. */
    private void frame(String attributes, String after) {
        frame(attributes, after, false);
    }

    private void frame(String attributes, String after, boolean sameSite) {
        String address = framed(partner, page(), attributes, after);
        seller.browser.driver().get(sameSite ? sameSite(address) : address);
        seller.browser
                .driver()
                .executeCdpCommand(
                        "Emulation.setDeviceMetricsOverride",
                        Map.of("width", 800, "height", 1700, "deviceScaleFactor", 1, "mobile", false));
        seller.browser.driver().switchTo().frame("frame");
    }

    private static String framed(OperatorSite site, String page, String attributes, String after) {
        return site.showing("<iframe id=frame width=600 height=1600 src='" + page + "' " + attributes + "></iframe>"
                        + after)
                .toString();
    }

    private boolean isReady() {
        return seller.button("approve").getDomAttribute("data-unseen") == null;
    }

    private void pressUnseen() {
        seller.browser.driver().executeScript("document.getElementById('approve').click()");
    }

    @Test
    @DisplayName("APR-5, APR-3: in a configured partner's frame the buttons act after a second of full visibility")
    void aSecond() throws Exception {
        frame(ALLOWED + " style='visibility:hidden'", "");
        Awaitility.await().until(() -> !isReady());
        seller.browser.driver().executeScript(NOTE_WHEN_READY);
        seller.browser.driver().switchTo().defaultContent();
        long shown = seller.browser.number("(document.getElementById('frame').style.visibility = '', Date.now())");
        seller.browser.driver().switchTo().frame("frame");
        Awaitility.await().until(this::isReady);
        assertThat(seller.browser.number("window.readyAt") - shown).isGreaterThanOrEqualTo(1000);
        assertThat(seller.browser.id("status").getText()).isEmpty();
        seller.button("approve").click();
        seller.await("approved");
        assertThat(seller.status(asked).path("result").path("status").intValue())
                .isEqualTo(200);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("APR-5: a frame that is covered, even see-through, hidden, faded, turned or cut off decides nothing")
    @CsvSource(
            delimiter = '|',
            value = {
                "covered | | <div style='position:fixed;inset:0;opacity:.01;background:red;pointer-events:none'></div>",
                "covered at the buttons alone | | <div style='position:absolute;inset:0;height:1700px;"
                        + "background:linear-gradient(transparent,red);pointer-events:none'></div>",
                "hidden | style='visibility:hidden' | ''",
                "faded | style='opacity:.01' | ''",
                "turned | style='transform:rotate(180deg)' | ''",
                "cut off | style='height:300px' | ''"
            })
    void notSeen(String name, String attributes, String after) throws Exception {
        frame(ALLOWED + " " + (attributes == null ? "" : attributes), after);
        Awaitility.await()
                .during(Duration.ofSeconds(2))
                .atMost(Duration.ofSeconds(3))
                .until(() -> !isReady());
        pressUnseen();

        assertThat(seller.browser.driver().executeScript("return document.getElementById('status').textContent"))
                .asString()
                .contains("Read first");
        seller.isPending(asked);
    }

    @Test
    @DisplayName("APR-5: a browser that can't tell what is visible opens a window of its own, which decides")
    void noVisibility() throws Exception {
        seller.browser
                .driver()
                .executeCdpCommand(
                        "Page.addScriptToEvaluateOnNewDocument",
                        Map.of("source", "delete IntersectionObserverEntry.prototype.isVisible"));
        frame(ALLOWED, "", true);

        opensAWindow();
    }

    @Test
    @DisplayName("APR-5: so does a frame that may not ask for passkeys")
    void notAllowed() throws Exception {
        frame("", "");

        opensAWindow();
    }

    private void opensAWindow() throws Exception {
        WebElement open = seller.browser.id("open");
        Awaitility.await().until(open::isDisplayed);
        assertThat(seller.button("approve").isDisplayed()).isFalse();
        open.click();
        Awaitility.await()
                .until(() -> seller.browser.driver().getWindowHandles().size() == 2);
        String frame = seller.browser.driver().getWindowHandle();
        seller.browser.driver().getWindowHandles().stream()
                .filter(window -> !window.equals(frame))
                .forEach(window -> seller.browser.driver().switchTo().window(window));
        seller.await("pending");
        assertThat(seller.button("approve").isDisplayed()).isTrue();
        seller.isPending(asked);
    }

    @Test
    @DisplayName("APR-5: an origin that the configuration does not name can't embed the page")
    void otherOrigin() throws Exception {
        try (OperatorSite other = OperatorSite.start()) {
            isNotShown(other, page());
        }
    }

    @Test
    @DisplayName("APR-5: where the configuration names no origin nobody can embed the page")
    void nobody() throws Exception {
        isNotShown(partner, AskedSeller.page(asked));
    }

    private void isNotShown(OperatorSite site, String page) throws Exception {
        seller.browser.driver().get(framed(site, page, ALLOWED, ""));
        seller.browser.driver().switchTo().frame("frame");

        assertThat(seller.browser.driver().findElements(By.tagName("main"))).isEmpty();
        assertThat(seller.browser.driver().findElements(By.tagName("button"))).isEmpty();
        seller.isPending(asked);
    }
}
