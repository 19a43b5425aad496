package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.time.Duration;
import java.util.logging.Level;
import org.awaitility.Awaitility;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticator;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Protocol;
import org.openqa.selenium.virtualauthenticator.VirtualAuthenticatorOptions.Transport;
import tools.jackson.databind.node.ObjectNode;

/** A seller's browser with a device that holds passkeys, and the hosted pages before it. */
final class PageStage implements AutoCloseable {

    final Chromium browser = Chromium.start();
    final StandInApprovals gateway;
    private VirtualAuthenticator device = device();

    PageStage(ObjectNode asked) throws Exception {
        gateway = StandInApprovals.start(asked);
        browser.as("en", false);
    }

    private VirtualAuthenticator device() {
        return browser.driver()
                .addVirtualAuthenticator(new VirtualAuthenticatorOptions()
                        .setProtocol(Protocol.CTAP2)
                        .setTransport(Transport.INTERNAL)
                        .setHasResidentKey(true)
                        .setHasUserVerification(true)
                        .setIsUserVerified(true));
    }

    /** Gives the seller a passkey by the enrolment page. */
    PageStage enrolled() {
        enrolledByThePage();
        assertThat(browser.text()).contains("Your passkey is ready");
        return this;
    }

    void enrolledByThePage() {
        open(gateway.enrolmentPage());
        browser.id("create").click();
        awaitState("done");
    }

    /** Takes another device, which holds no passkey of the seller. */
    void otherDevice() {
        browser.driver().removeVirtualAuthenticator(device);
        device = device();
    }

    /** From now on the device knows, or does not know, who touches it. */
    void recognises(boolean itsOwner) {
        device.setUserVerified(itsOwner);
    }

    PageStage open() {
        return open(gateway.page());
    }

    PageStage open(URI page) {
        browser.driver().get(page.toString());
        return this;
    }

    /** The button once the page's script has made it one. */
    WebElement button(String decision) {
        return Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .until(() -> browser.id(decision), WebElement::isDisplayed);
    }

    /** Waits until the page is in this state. */
    void awaitState(String state) {
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .ignoreExceptions()
                .until(() -> state.equals(
                        browser.driver().findElement(By.tagName("main")).getDomAttribute("data-state")));
    }

    String status() {
        return browser.id("status").getText();
    }

    void awaitStatus(String text) {
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> status().contains(text));
    }

    /** Nothing was refused by the page's own policy, and no script failed. */
    void noComplaints() {
        assertThat(browser.driver().manage().logs().get(LogType.BROWSER).getAll())
                .filteredOn(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .filteredOn(entry -> !entry.getMessage().contains("status of 4"))
                .isEmpty();
    }

    @Override
    public void close() {
        browser.close();
        gateway.close();
    }
}
