package dev.rctp.attest.log;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The state of a log as its key signs it: the text of C2SP's tlog-checkpoint.
 *
 * @param origin the log's name
 * @param size how many leaves it has
 * @param root the hash over all of them
 */
public record Checkpoint(String origin, long size, byte[] root) {

    private static final Pattern TEXT =
            Pattern.compile("([^\\n]+)\\n(0|[1-9][0-9]{0,18})\\n([A-Za-z0-9+/]{43}=)\\n(?:[^\\n]+\\n)*");

    /** Its three lines. */
    String text() {
        return origin + "\n" + size + "\n" + Base64.getEncoder().encodeToString(root) + "\n";
    }

    /** Reads the text of a note that was found to be signed; lines behind the third are passed over. */
    static Optional<Checkpoint> read(String text) {
        Matcher lines = TEXT.matcher(text);
        if (!lines.matches()) {
            return Optional.empty();
        }
        byte[] root = Base64.getDecoder().decode(lines.group(3));
        boolean canonical = Base64.getEncoder().encodeToString(root).equals(lines.group(3));
        try {
            return canonical
                    ? Optional.of(new Checkpoint(lines.group(1), Long.parseLong(lines.group(2)), root))
                    : Optional.empty();
        } catch (NumberFormatException e) {
            return Optional.empty(); // more than 2^63-1 leaves
        }
    }

    /** The bytes that the log's key signs. */
    byte[] signed() {
        return text().getBytes(StandardCharsets.UTF_8);
    }
}
