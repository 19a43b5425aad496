package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.approval.page.EnrolmentView;
import dev.rctp.gateway.browser.Chromium.Width;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each state of the hosted pages in each theme and language: axe-core finds nothing, and nothing scrolls sideways (APR-5). */
@Tag("long")
class AccessiblePagesTest {

    private static Axe axe;
    private static PageStage stage;

    @BeforeAll
    static void open() throws Exception {
        stage = new PageStage(Requests.offer(Duration.ofMinutes(15)));
        axe = new Axe();
    }

    @AfterAll
    static void close() {
        stage.close();
    }

    static Stream<Arguments> everyState() {
        return PageState.all().stream()
                .flatMap(state -> Stream.of("en", "de")
                        .flatMap(language -> Stream.of(false, true).map(dark -> Arguments.of(state, language, dark))));
    }

    @ParameterizedTest(name = "{0} {1} dark={2}")
    @MethodSource("everyState")
    @DisplayName("APR-5: no violation of any rule of axe-core, and no sideways scrolling at any width")
    void everyone(PageState state, String language, boolean dark) throws Exception {
        reset(language, dark);
        state.show(stage);
        String name = ("page-" + state + "-" + language + (dark ? "-dark" : "-light")).toLowerCase(Locale.ROOT);
        for (Width width : Width.values()) {
            stage.browser.at(width);
            stage.browser.shoot(name + "-" + width.name().toLowerCase(Locale.ROOT));
            assertThat(stage.browser.number("document.documentElement.scrollWidth"))
                    .as("no sideways scrolling at %s", width)
                    .isEqualTo(stage.browser.number("document.documentElement.clientWidth"));
            assertThat(axe.violations(stage.browser)).as("at %s", width).isEmpty();
        }
        assertThat(stage.browser.driver().executeScript("return document.documentElement.lang"))
                .isEqualTo(language);
    }

    private static void reset(String language, boolean dark) throws Exception {
        stage.gateway.gate.countDown();
        stage.gateway.terms.clear();
        stage.gateway.view = null;
        stage.gateway.enrolment = new EnrolmentView.Ready("ticket-1", false);
        stage.gateway.asked = Requests.offer(Duration.ofMinutes(15));
        stage.gateway.passkeys.forget();
        stage.gateway.passkeys.add(
                "AAAAAAAAAAAAAAAAAAAAAA",
                KeyPairGenerator.getInstance("EC").generateKeyPair().getPublic());
        stage.otherDevice();
        stage.browser.as(language, dark).at(Width.DESK);
    }

    @Test
    @DisplayName("The search for violations finds those that are planted in a page")
    void control() throws Exception {
        reset("en", false);
        stage.open();
        stage.browser.driver().executeScript("""
                const deep = document.createElement('h4');
                deep.textContent = 'Deep';
                document.querySelector('main').append(document.createElement('input'), deep);
                document.querySelector('.lead').style.color = 'rgb(200, 200, 200)';
                document.getElementById('approve').textContent = '';""");

        assertThat(axe.violations(stage.browser))
                .contains("label:", "heading-order:", "color-contrast:", "button-name:");
    }
}
