package dev.rctp.gateway.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.verify.DossierReport;
import dev.rctp.attest.verify.DossierVerifier;
import dev.rctp.gateway.browser.Chromium.Width;
import dev.rctp.gateway.cli.ReportText;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.gateway.cli.dossier.DossierPage;
import dev.rctp.gateway.e2e.LoggedRecord;
import dev.rctp.gateway.e2e.Sandboxed;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.logging.LogType;
import tools.jackson.databind.JsonNode;

/** The page of an exported deal in a browser, sound and broken, in light and dark. */
@Tag("long")
@ExtendWith(Sandboxed.class)
class DossierPageTest {

    @TempDir
    private Path folder;

    private Path page(String name, byte[] dossier) throws Exception {
        JsonNode json = StrictJson.parse(dossier);
        DossierReport report = new DossierVerifier(Registries.load()).verify(dossier);
        return Files.write(folder.resolve(name), new DossierPage().html(json, report, ReportText::lines, "deal.json"));
    }

    @Test
    @DisplayName(
            "REC-6: axe-core finds nothing, nothing scrolls sideways, nothing is blocked, and every line has its mark in words")
    void shown(World world, Path state) throws Exception {
        byte[] dossier = LoggedRecord.refunded(world, state).dossier(world, state);
        String text = new String(dossier, StandardCharsets.UTF_8);
        byte[] changed = text.replaceFirst("\"decision\":\"approve\"", "\"decision\":\"approvf\"")
                .getBytes(StandardCharsets.UTF_8);
        byte[] hostile = text.replaceFirst(
                        "\"agent_id\":\"seller-ops-agent-1\"",
                        "\"agent_id\":\"<script>alert(1)</script>\u202e<img src=x onerror=alert(1)>\"")
                .getBytes(StandardCharsets.UTF_8);
        Axe axe = new Axe();
        try (Chromium browser = Chromium.start()) {
            show(browser, axe, "sound", page("sound.html", dossier));
            long entries = StrictJson.parse(dossier)
                    .path("chains")
                    .valueStream()
                    .mapToLong(chain -> chain.path("entries").size())
                    .sum();
            assertThat(browser.text())
                    .contains(
                            "All " + entries + " entries are as the gateway signed them",
                            "Some Parcels",
                            "passed on from another",
                            "not as described",
                            "Reports: refund")
                    .doesNotContain("Not checked");
            Map<String, Object> paper = Map.of("media", "print");
            browser.driver().executeCdpCommand("Emulation.setEmulatedMedia", paper);
            browser.at(Width.DESK).shoot("dossier-sound-print");
            show(browser, axe, "broken", page("broken.html", changed));
            assertThat(browser.text()).contains("Not everything could be verified", "Broken", "Not checked");
            show(browser, axe, "hostile", page("hostile.html", hostile));
            assertThat(browser.text()).contains("<script>alert(1)</script>U+202E<img src=x onerror=alert(1)>");
            assertThat(browser.number("document.scripts.length")).isZero();
        }
    }

    private static void show(Chromium browser, Axe axe, String name, Path page) throws Exception {
        for (boolean dark : new boolean[] {false, true}) {
            browser.as("en", dark);
            browser.driver().get(page.toUri().toString());
            for (Width width : Width.values()) {
                browser.at(width);
                browser.shoot("dossier-" + name + (dark ? "-dark-" : "-light-") + width);
                assertThat(browser.number("document.documentElement.scrollWidth"))
                        .as("no sideways scrolling at %s", width)
                        .isEqualTo(browser.number("document.documentElement.clientWidth"));
                assertThat(axe.violations(browser)).as("%s at %s", name, width).isEmpty();
            }
        }
        assertThat(browser.driver().manage().logs().get(LogType.BROWSER).getAll())
                .isEmpty();
    }
}
