package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.approval.page.EnrolmentView;
import dev.rctp.gateway.browser.Chromium.Width;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each state of the hosted pages in each theme and language: axe-core finds nothing, and nothing scrolls sideways (APR-5). */
@Tag("long")
class AccessiblePagesTest {

    /** Every rule that axe-core has, also those that it leaves off by itself. */
    private static final String AXE = """
            const done = arguments[arguments.length - 1];
            const rules = Object.fromEntries(axe.getRules().map(rule => [rule.ruleId, {enabled: true}]));
            axe.run(document, {rules, resultTypes: ['violations']}).then(
              found => done(found.violations.map(v => v.id + ': ' + v.help + ' '
                + v.nodes.map(n => n.target.join(' ') + ' ' + n.html + ' ' + n.failureSummary).join('; ')).join('\\n')),
              error => done('axe failed: ' + error));""";

    private static String axe;
    private static PageStage stage;

    @BeforeAll
    static void open() throws Exception {
        stage = new PageStage(Requests.offer(Duration.ofMinutes(15)));
        try (InputStream script = AccessiblePagesTest.class.getResourceAsStream("/axe.min.js")) {
            assertThat(script).as("axe-core on the class path").isNotNull();
            axe = new String(script.readAllBytes(), StandardCharsets.UTF_8);
        }
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
            assertThat(violations()).as("at %s", width).isEmpty();
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

    private static String violations() {
        stage.browser.driver().executeScript(axe);
        return String.valueOf(stage.browser.driver().executeAsyncScript(AXE));
    }
}
