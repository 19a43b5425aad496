package dev.rctp.gateway.explain;

import dev.rctp.gateway.Main;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** The command line, called as the launcher calls it. */
final class Rctp {

    private Rctp() {}

    /** A command that has ended. */
    record Ended(int exit, String out, String err) {

        ObjectNode json() {
            try {
                return StrictJson.parseObject(out.getBytes(StandardCharsets.UTF_8));
            } catch (InvalidJsonException e) {
                throw new AssertionError(out + err, e);
            }
        }

        List<String> mistakes() {
            return json().path("findings")
                    .valueStream()
                    .map(finding -> finding.path("mistake").asString())
                    .toList();
        }
    }

    static Ended run(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(arguments);
        return new Ended(exit, out.toString(), err.toString());
    }
}
