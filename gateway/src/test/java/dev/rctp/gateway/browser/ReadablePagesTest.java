package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.browser.Chromium.Width;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.e2e.Sandboxed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** What each of the seller's pages owes to people: at a desk, on a narrow telephone, by keyboard and by ear (WCAG 2.2 AA). */
@Tag("long")
@ExtendWith(Sandboxed.class)
class ReadablePagesTest {

    /** The lowest contrast of the page's texts with the nearest opaque background, in hundredths (WCAG 1.4.3). */
    private static final String CONTRAST = """
            (() => {
              const rgb = c => c.match(/[\\d.]+/g).map(Number);
              const light = c => rgb(c).slice(0, 3).map(v => v / 255)
                .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
                .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
              const behind = e => {
                const c = getComputedStyle(e).backgroundColor;
                return (rgb(c)[3] ?? 1) === 0 ? (e.parentElement ? behind(e.parentElement) : 'rgb(255, 255, 255)') : c;
              };
              const ratios = [...document.body.querySelectorAll('*')]
                .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
                .map(e => [light(getComputedStyle(e).color), light(behind(e))])
                .map(([a, b]) => (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
              return Math.floor(100 * Math.min(...ratios));
            })()""";

    private ConnectStage stage;

    @BeforeEach
    void open(World world) throws Exception {
        stage = new ConnectStage(world);
    }

    @AfterEach
    void close() {
        stage.close();
    }

    @Test
    @DisplayName("GRA-7: the consent page says who, what, how and until when, in words that a person reads")
    void consent() throws Exception {
        assertThat(stage.browser.text())
                .contains("TEST ONLY", "Seller Ops GmbH", stage.agent.profile(), stage.agent.agentId())
                .containsSubsequence(
                        "By itself, without asking you",
                        "Answer questions of buyers",
                        "Only after you approve it, each time",
                        "Accept an offer",
                        "Change the asking price",
                        "Never",
                        "Answer an offer with another one")
                .contains("The permission ends on", "90 days from now")
                .doesNotContainPattern("[€$£]|EUR|USD");
        everyone("consent");
    }

    @Test
    @DisplayName("GRA-7: the list of agents says what each may do, and how to end it")
    void grants() throws Exception {
        stage.granted();
        stage.browser.awaitText("Back at the operator's");
        stage.browser.driver().get(stage.world.address("authorization_server") + "/grants?sub=" + stage.sub());
        everyone("grants");

        WebElement button = stage.browser.driver().findElement(By.cssSelector("article[data-status=active] button"));
        assertThat(button.getAccessibleName()).startsWith("Take back").contains(stage.agent.agentId(), "Seller Ops");
        button.click();
        stage.browser.awaitText("Taken back: ");
        everyone("grants-taken-back");
    }

    @Test
    void message() throws Exception {
        stage.browser.driver().get(stage.world.address("authorization_server") + "/authorize");
        everyone("message");
    }

    @Test
    @DisplayName("By keyboard the order is that of reading, the answers are neighbours of one size, and focus is seen")
    void keyboard() {
        stage.browser.driver().get(stage.pending.url().toString());
        assertThat(tabStops(4)).containsExactly("Agents that act for you", "Your account", "Don't allow", "Allow");
        WebElement allow = stage.browser.id("approve");
        assertThat(allow.getSize()).isEqualTo(stage.browser.id("deny").getSize());
        assertThat(allow.getCssValue("outline-style")).isEqualTo("solid");
        for (String property : List.of("color", "background-color", "border-color", "font-size")) {
            assertThat(allow.getCssValue(property))
                    .isEqualTo(stage.browser.id("deny").getCssValue(property));
        }
    }

    private List<String> tabStops(int count) {
        List<String> names = new ArrayList<>();
        WebElement at = stage.browser.driver().findElement(By.tagName("body"));
        for (int i = 0; i < count; i++) {
            at.sendKeys(Keys.TAB);
            at = stage.browser.driver().switchTo().activeElement();
            names.add(at.getAccessibleName());
        }
        return names;
    }

    /** What holds for every page, with a picture at each width. */
    private void everyone(String name) throws Exception {
        for (Width width : Width.values()) {
            stage.browser.at(width);
            stage.browser.shoot(name + "-" + width.name().toLowerCase(java.util.Locale.ROOT));
            assertThat(stage.browser.number("document.documentElement.scrollWidth"))
                    .as("no sideways scrolling at %s", width)
                    .isEqualTo(stage.browser.number("document.documentElement.clientWidth"));
            assertThat(stage.browser.number(CONTRAST)).as("contrast").isGreaterThanOrEqualTo(450);
            assertThat(all("button, select"))
                    .allSatisfy(
                            control -> assertThat(control.getSize().getHeight()).isGreaterThanOrEqualTo(44));
        }
        assertThat(stage.browser.driver().findElement(By.tagName("html")).getDomAttribute("lang"))
                .isEqualTo("en");
        assertThat(stage.browser.driver().getTitle()).contains("TEST ONLY");
        assertThat(all("h1")).hasSize(1);
        assertThat(all("main")).hasSize(1);
        assertThat(all("script")).isEmpty();
        assertThat(all("a, button, select, article"))
                .allSatisfy(e -> assertThat(e.getAccessibleName()).isNotBlank());
        assertThat(levels()).as("headings go down one level at a time").allMatch(step -> step <= 1);
    }

    private List<WebElement> all(String selector) {
        return stage.browser.driver().findElements(By.cssSelector(selector));
    }

    /** How many levels down each heading is from the one before it. */
    private List<Integer> levels() {
        Function<WebElement, Integer> level =
                h -> Integer.valueOf(h.getTagName().substring(1));
        List<Integer> levels = all("h1, h2, h3, h4").stream().map(level).toList();
        return Stream.iterate(1, i -> i < levels.size(), i -> i + 1)
                .map(i -> levels.get(i) - levels.get(i - 1))
                .toList();
    }
}
