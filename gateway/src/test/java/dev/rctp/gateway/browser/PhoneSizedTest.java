package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.browser.Chromium.Width;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Money;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The seller's whole way at the real gateway on a telephone: enrol, list an item, set the floor, approve, sell. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class PhoneSizedTest {

    /** What a finger needs (WCAG 2.5.5), in CSS pixels. */
    private static final int FINGER = 44;

    private final Axe axe;

    PhoneSizedTest() throws Exception {
        this.axe = new Axe();
    }

    @ParameterizedTest(name = "{0} {1} dark={2}")
    @DisplayName(
            "APR-5: on a telephone each page fits, each control fits a finger, axe-core finds nothing, and the item is listed and sold")
    @CsvSource({"HANDSET,en,false", "HANDSET,de,true", "TELEPHONE,de,false"})
    void telephone(Width width, String language, boolean dark, World world) throws Exception {
        try (SellersDevice device = new SellersDevice()) {
            device.browser.as(language, dark).at(width);
            device.invited(world);
            fits(device.browser, "enrol");
            device.browser.id("create").click();
            device.browser.awaitText(language.equals("de") ? "Ihr Passkey ist eingerichtet" : "Your passkey is ready");
            fits(device.browser, "enrolled");

            AskedSeller seller = AskedSeller.at(world, device);
            String listing = listed(seller);
            Answer asked = seller.accept(seller.offered(listing, new Money(45_050, "EUR")));
            seller.open(asked);
            fits(device.browser, "offer");
            seller.button("approve").click();
            seller.await("approved");
            fits(device.browser, "sold");
            seller.noComplaints();
        }
    }

    private String listed(AskedSeller seller) throws Exception {
        Answer asked = seller.list("Donaudampfschifffahrtsgesellschaftskapitänsmütze", new Money(50_000, "EUR"));
        seller.open(asked);
        fits(seller.browser, "form");
        seller.button("approve").click();
        assertThat(seller.browser.driver().switchTo().activeElement().getDomAttribute("id"))
                .isEqualTo("t-floor");
        fits(seller.browser, "form-faults");
        seller.write("t-floor", "400");
        seller.button("approve").click();
        seller.await("approved");
        fits(seller.browser, "listed");
        return seller.status(asked)
                .path("result")
                .path("body")
                .path("listing_id")
                .stringValue();
    }

    private void fits(Chromium browser, String name) throws Exception {
        browser.shoot(("gateway-" + name + "-" + browser.number("screen.width")).toLowerCase(Locale.ROOT));
        assertThat(browser.number("document.documentElement.scrollWidth"))
                .as("no sideways scrolling of %s", name)
                .isEqualTo(browser.number("document.documentElement.clientWidth"));
        List<WebElement> controls =
                browser.driver().findElements(By.cssSelector("button, input[type=text], label.option, summary"));
        assertThat(controls.stream().filter(WebElement::isDisplayed))
                .allSatisfy(control -> assertThat(control.getSize().getHeight())
                        .as(control.getAccessibleName())
                        .isGreaterThanOrEqualTo(FINGER));
        assertThat(axe.violations(browser)).as(name).isEmpty();
    }
}
