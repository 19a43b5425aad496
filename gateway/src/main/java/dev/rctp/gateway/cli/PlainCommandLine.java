package dev.rctp.gateway.cli;

import java.io.PrintWriter;
import java.util.List;
import picocli.CommandLine;

/** A command line whose commands can't print what commands a terminal: all of their output is {@link PlainText}. */
public final class PlainCommandLine extends CommandLine {

    /** For this command and all below it; prints to the program's own output and error output. */
    public PlainCommandLine(Object command) {
        super(command);
        setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF)); // colours are control characters too
        setOut(new PrintWriter(System.out, true, System.out.charset()));
        setErr(new PrintWriter(System.err, true, System.err.charset()));
        setExpandAtFiles(false); // @FILE is a value of options, not a file of arguments
        setExecutionStrategy(PlainCommandLine::execute);
    }

    /** Help for a word that is no command is wrong usage; by itself picocli would print another command's help. */
    private static int execute(ParseResult typed) {
        for (CommandLine command : typed.asCommandLineList()) {
            List<String> unmatched = command.getParseResult().unmatched();
            if (!unmatched.isEmpty()) {
                throw new UnmatchedArgumentException(command, unmatched);
            }
        }
        return new RunLast().execute(typed);
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
