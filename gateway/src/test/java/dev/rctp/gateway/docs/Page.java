package dev.rctp.gateway.docs;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A Markdown page.
 *
 * @param name its path in the project
 * @param text all of it
 */
record Page(String name, String text) {

    private static final Pattern BLOCK = Pattern.compile("(?ms)^( *)```(\\w*)\\n(.*?)^ *```$");
    private static final Pattern COMMAND = Pattern.compile("`((?:\\./rctp|rctp|mvn|gateway/bench/run)(?: [^`]*)?)`");
    private static final Pattern CELL_END = Pattern.compile("(?<!\\\\)\\|");

    /** The contents of its fenced blocks of this language. */
    List<String> blocks(String language) {
        return BLOCK.matcher(text)
                .results()
                .filter(block -> block.group(2).equals(language))
                .map(block ->
                        block.group(3).replaceAll("(?m)^" + block.group(1), "").strip())
                .toList();
    }

    /** The one block of this language that contains this text. */
    String block(String language, String containing) {
        return blocks(language).stream()
                .filter(block -> block.contains(containing))
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " has no " + language + " block with: " + containing));
    }

    /** Every command it tells its reader to run: the lines of its shell blocks, and those inside its sentences. */
    List<String> commands() {
        List<String> commands = new ArrayList<>();
        for (String block : blocks("sh")) {
            block.lines()
                    .map(line -> line.replaceFirst("\\s+# .*", "").strip())
                    .filter(line -> !line.isEmpty())
                    .forEach(commands::add);
        }
        Matcher inline = COMMAND.matcher(BLOCK.matcher(text).replaceAll(""));
        while (inline.find()) {
            commands.add(inline.group(1).replaceAll("\\s+", " "));
        }
        return commands;
    }

    /** What stands from this heading to the next one of its level or above. */
    Page section(String heading) {
        String marks = heading.substring(0, heading.indexOf(' '));
        Matcher found = Pattern.compile(
                        "(?ms)^" + Pattern.quote(heading) + "$(.*?)(?=^#{1," + marks.length() + "} |\\z)")
                .matcher(text);
        if (!found.find()) {
            throw new AssertionError(name + " has no heading: " + heading);
        }
        return new Page(name + " " + heading, found.group(1));
    }

    /** The rows of all its tables, without their heads. */
    List<List<String>> rows() {
        List<List<String>> rows = new ArrayList<>();
        boolean inBody = false;
        for (String line : text.lines().map(String::strip).toList()) {
            if (!line.startsWith("|")) {
                inBody = false;
            } else if (line.matches("[| :-]+")) {
                inBody = true;
            } else if (inBody) {
                rows.add(Arrays.stream(CELL_END.split(line.substring(1), -1))
                        .map(String::strip)
                        .toList());
            }
        }
        return rows;
    }
}
