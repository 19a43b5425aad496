package dev.rctp.attest.log;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with signatures under it, as C2SP's signed-note has it; nothing is said yet of whether they are good.
 *
 * @param text with its last newline: what is signed
 * @param signatures in their order
 */
record SignedNote(String text, List<Signature> signatures) {

    private static final int MOST_CHARACTERS = 100_000;
    private static final int MOST_SIGNATURES = 100;
    private static final Pattern LINE =
            Pattern.compile("\u2014 ([^\\p{IsWhite_Space}+\\p{Cc}]{1,255}) ([A-Za-z0-9+/]+=*)");
    private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x09\\x0b-\\x1f]");

    /**
     * One signature.
     *
     * @param name the key's
     * @param bytes the key's hash, and what it signed with
     */
    record Signature(String name, byte[] bytes) {}

    /** Empty for what is no signed note. */
    static Optional<SignedNote> read(String note) {
        int end = note.lastIndexOf("\n\n");
        if (end < 0
                || !note.endsWith("\n")
                || note.length() > MOST_CHARACTERS
                || CONTROL.matcher(note).find()) {
            return Optional.empty();
        }
        String[] lines = note.substring(end + 2).split("\n", -1);
        List<Signature> signatures = new ArrayList<>();
        for (int i = 0; i < lines.length - 1; i++) {
            Matcher line = LINE.matcher(lines[i]);
            Optional<byte[]> bytes = line.matches() ? LogKey.base64(line.group(2)) : Optional.empty();
            if (bytes.isEmpty() || bytes.get().length < 5 || signatures.size() == MOST_SIGNATURES) {
                return Optional.empty();
            }
            signatures.add(new Signature(line.group(1), bytes.get()));
        }
        return signatures.isEmpty()
                ? Optional.empty()
                : Optional.of(new SignedNote(note.substring(0, end + 1), List.copyOf(signatures)));
    }

    /** The line of a signature. */
    static String line(String name, byte[] bytes) {
        return "\u2014 " + name + " " + Base64.getEncoder().encodeToString(bytes) + "\n";
    }
}
