package dev.rctp.conformance.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes the HTML report of a made run to a file, to look at. */
final class ShowReport {

    private ShowReport() {}

    /** Takes the file. */
    public static void main(String[] arguments) throws IOException {
        Files.writeString(Path.of(arguments[0]), new HtmlReport().text(MadeRun.report(MadeRun.results())));
    }
}
