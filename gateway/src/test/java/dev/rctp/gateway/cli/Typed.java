package dev.rctp.gateway.cli;

import dev.rctp.gateway.Main;
import java.io.PrintWriter;
import java.io.StringWriter;

/**
 * What a command typed at the program's command line ended with.
 *
 * @param exit the exit code
 * @param out what it printed; without what is written as raw bytes
 * @param err what it printed on standard error
 */
record Typed(int exit, String out, String err) {

    static Typed rctp(String... words) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exit = Main.commandLine()
                .setOut(new PrintWriter(out, true))
                .setErr(new PrintWriter(err, true))
                .execute(words);
        return new Typed(exit, out.toString(), err.toString());
    }

    String all() {
        return out + err;
    }
}
