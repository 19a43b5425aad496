package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** axe-core with every rule that it has, also those that it leaves off by itself. */
final class Axe {

    private static final String RUN = """
            const done = arguments[arguments.length - 1];
            const rules = Object.fromEntries(axe.getRules().map(rule => [rule.ruleId, {enabled: true}]));
            axe.run(document, {rules, resultTypes: ['violations']}).then(
              found => done(found.violations.map(v => v.id + ': ' + v.help + ' '
                + v.nodes.map(n => n.target.join(' ') + ' ' + n.html + ' ' + n.failureSummary).join('; ')).join('\\n')),
              error => done('axe failed: ' + error));""";

    private final String script;

    Axe() throws IOException {
        try (InputStream source = Axe.class.getResourceAsStream("/axe.min.js")) {
            assertThat(source).as("axe-core on the class path").isNotNull();
            script = new String(source.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What it finds in the page as it stands; empty where there is nothing. */
    String violations(Chromium browser) {
        browser.driver().executeScript(script);
        return String.valueOf(browser.driver().executeAsyncScript(RUN));
    }
}
