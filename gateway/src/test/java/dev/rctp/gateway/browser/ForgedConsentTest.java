package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;

/** What another site tries with the seller's browser. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class ForgedConsentTest {

    @Test
    @DisplayName("Another site's form with a real ticket is turned away, with or without its Referer")
    void forgedForm(World world) throws Exception {
        try (ConnectStage stage = new ConnectStage(world)) {
            String ticket =
                    stage.browser.driver().findElement(By.name("request")).getDomProperty("value");
            String form = "<meta name=referrer content=no-referrer><form method=post action=\""
                    + world.address("authorization_server") + "/authorize\"><input name=request value=\"" + ticket
                    + "\"><input name=seller value=\"" + stage.sub()
                    + "\"><button name=decision value=approve id=go>Win a bicycle</button></form>";
            stage.browser.driver().get(stage.site.showing(form).toString());
            stage.browser.id("go").click();

            stage.browser.awaitText("Another site tried to answer in your place");
            assertThat(stage.site.redirects).isEmpty();
        }
    }

    @Test
    @DisplayName("No other site can frame the consent page or the list of agents")
    void framed(World world) throws Exception {
        try (ConnectStage stage = new ConnectStage(world)) {
            for (String page :
                    new String[] {stage.pending.url().toString(), world.address("authorization_server") + "/grants"}) {
                String frame = "<iframe src=\"" + page.replace("&", "&amp;") + "\"></iframe>";
                stage.browser.driver().get(stage.site.showing(frame).toString());
                stage.browser.driver().switchTo().frame(0);

                assertThat(stage.browser.driver().findElements(By.tagName("form")))
                        .isEmpty();
            }
        }
    }
}
