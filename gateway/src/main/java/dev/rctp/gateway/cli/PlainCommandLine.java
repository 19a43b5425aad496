package dev.rctp.gateway.cli;

import java.io.PrintWriter;
import picocli.CommandLine;

/** A command line whose commands can't print what commands a terminal: all of their output is {@link PlainText}. */
public final class PlainCommandLine extends CommandLine {

    /** For this command and all below it; prints to the program's own output and error output. */
    public PlainCommandLine(Object command) {
        super(command);
        setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF)); // colours are control characters too
        setOut(new PrintWriter(System.out, true, System.out.charset()));
        setErr(new PrintWriter(System.err, true, System.err.charset()));
    }

    @Override
    public CommandLine setOut(PrintWriter out) {
        return super.setOut(new PlainText(out));
    }

    @Override
    public CommandLine setErr(PrintWriter err) {
        return super.setErr(new PlainText(err));
    }
}
