package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;

/** The two addresses that {@code rctp sandbox} prints, in the browser of a person who wants to try them. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class OwnBrowserTest {

    @Test
    @DisplayName("A person makes a passkey, is asked, and approves; a second browser of theirs takes over and declines")
    void ownPasskey(World world) throws Exception {
        decided(world, "approve", "approved");
        decided(world, "decline", "declined");
    }

    private static void decided(World world, String decision, String state) throws Exception {
        try (SellersDevice person = new SellersDevice()) {
            person.browser.driver().get(world.test("passkey").toString());
            person.browser.id("create").click();
            person.browser.awaitText("Your passkey is ready");
            person.browser.driver().get(world.test("question").toString());
            assertThat(person.browser.text()).contains("Put this item up for sale?", "Lowest price you take");
            person.browser
                    .driver()
                    .executeScript(
                            "const i = document.getElementById('t-available_until'); if (!i.value) i.value = '2099-12-31T12:00'");
            person.browser.id(decision).click();

            Awaitility.await()
                    .atMost(Duration.ofSeconds(20))
                    .ignoreExceptions()
                    .until(() -> state.equals(person.browser
                            .driver()
                            .findElement(By.tagName("main"))
                            .getDomAttribute("data-state")));
        }
    }
}
