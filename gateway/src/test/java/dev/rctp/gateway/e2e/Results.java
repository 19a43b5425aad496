package dev.rctp.gateway.e2e;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;

/** What became of the cases of each kind, as a table in a file. */
final class Results {

    private record Row(int cases, int good) {
        Row plus(boolean oneGood) {
            return new Row(cases + 1, good + (oneGood ? 1 : 0));
        }
    }

    private final Map<String, Row> rows = new TreeMap<>();

    /** Notes one case. */
    synchronized void note(String door, String kind, boolean refused, boolean good) {
        String row = "| %s | %s | %s |".formatted(door, kind, refused ? "refused" : "passed");
        rows.put(row, rows.getOrDefault(row, new Row(0, 0)).plus(good));
    }

    synchronized int cases() {
        return rows.values().stream().mapToInt(Row::cases).sum();
    }

    /** Writes the table. */
    synchronized void write(Path file) throws IOException {
        StringBuilder table =
                new StringBuilder("| door | kind | to be | cases | as expected |\n| - | - | - | -: | -: |\n");
        rows.forEach((row, counts) -> table.append("%s %d | %d |%n".formatted(row, counts.cases(), counts.good())));
        table.append("| all | | | %d | %d |%n"
                .formatted(cases(), rows.values().stream().mapToInt(Row::good).sum()));
        Files.writeString(file, table);
    }
}
