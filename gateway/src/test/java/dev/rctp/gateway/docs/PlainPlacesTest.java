package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** The project can stand anywhere: it names no folder of one machine, and no package registry but by its client's default. */
class PlainPlacesTest {

    /** Written with a class of one letter each, so that this file does not find itself. */
    private static final Pattern FORBIDDEN = Pattern.compile(
            "(?<![\\w./-])/[w]ork(?![\\w-])|/[t]mp/w\\b|\\.\\./[s]hared|(?<![\\w/.-])[s]hared/(?:seeds|design|vectors)"
                    + "|registry\\.[n]pmjs|repo1?\\.[m]aven|[r]epo\\.maven|[p]ypi\\.org|(?<![\\w.])[p]roxy\\.golang");

    @Test
    @DisplayName("no file names a folder of one machine or the host of a package registry")
    void places() throws Exception {
        List<String> found = new ArrayList<>();
        for (Path file : Checkout.files()) {
            String text = Files.readString(file, StandardCharsets.ISO_8859_1);
            FORBIDDEN
                    .matcher(text)
                    .results()
                    .forEach(place -> found.add(Checkout.ROOT.relativize(file) + ": " + place.group()));
        }

        assertThat(found).isEmpty();
    }

    @Test
    @DisplayName("every file that a page links to is there, and so is the heading")
    void links() throws Exception {
        Pattern link = Pattern.compile("\\]\\(([^)\\s]+)\\)");
        for (Page page : Checkout.pages()) {
            Path file = Checkout.ROOT.resolve(page.name());
            List<String> targets = link.matcher(page.text())
                    .results()
                    .map(found -> found.group(1))
                    .filter(target -> !target.startsWith("https://"))
                    .toList();
            for (String target : targets) {
                String[] parts = target.split("#", 2);
                Path linked = parts[0].isEmpty() ? file : file.resolveSibling(parts[0]);
                assertThat(linked).as(page.name() + " links to " + target).exists();
                if (parts.length == 2) {
                    assertThat(anchors(Files.readString(linked)))
                            .as(page.name())
                            .contains(parts[1]);
                }
            }
        }
    }

    private static List<String> anchors(String text) {
        return text.lines()
                .filter(line -> line.startsWith("#"))
                .map(line -> line.replaceFirst("^#+ ", "")
                        .toLowerCase(java.util.Locale.ROOT)
                        .replaceAll("[^\\w\\s-]", "")
                        .replace(' ', '-'))
                .toList();
    }
}
