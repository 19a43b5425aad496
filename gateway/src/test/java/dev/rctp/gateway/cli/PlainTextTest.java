package dev.rctp.gateway.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.StrictJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

class PlainTextTest {

    private static final List<String> COMMANDING = List.of(
            "\u0000", "\u0007", "\b", "\u001b", "\r", "\u007f", "\u0080", "\u009b", "\u009d", "\u061c", "\u200e",
            "\u200f", "\u2028", "\u2029", "\u202a", "\u202e", "\u2066", "\u2069");

    private final StringWriter written = new StringWriter();
    private final PrintWriter out = new PlainText(written);

    @Test
    @DisplayName(
            "whichever way it is printed, what commands a terminal is shown as its escape, and other text as it is")
    void escaped() {
        for (String character : COMMANDING) {
            written.getBuffer().setLength(0);
            String shown = "\\u%04x".formatted((int) character.charAt(0));
            out.print("a" + character + "b");
            out.write(character.charAt(0));
            out.write(character.toCharArray());
            out.printf("%s%n", character);
            assertThat(written.toString()).isEqualTo("a" + shown + "b" + shown.repeat(3) + System.lineSeparator());
        }
        written.getBuffer().setLength(0);
        out.print("Größe\t株式会社 😀\nnext\r\nlast");
        assertThat(written.toString()).isEqualTo("Größe\t株式会社 😀\nnext\r\nlast");
    }

    @Test
    @DisplayName("a line stays one line, whatever stands in it")
    void oneLine() {
        out.println("at /ucp/capabilities/k\nrefused: all\r\nis well");
        assertThat(written.toString())
                .isEqualTo("at /ucp/capabilities/k\\u000arefused: all\\u000d\\u000ais well" + System.lineSeparator());
    }

    @Test
    @DisplayName("a JSON text says the same after it")
    void json() throws Exception {
        ObjectNode json = JsonNodeFactory.instance.objectNode().put("a", "\\" + String.join("\\", COMMANDING) + "\n\"");
        out.println(json);
        assertThat(StrictJson.parse(written.toString().getBytes(StandardCharsets.UTF_8)))
                .isEqualTo(json);
    }
}
