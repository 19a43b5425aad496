package dev.rctp.conformance.report;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/** Text of others made safe to look at: what can't be seen, or changes its neighbours' look, is {@code ⟦U+202E⟧}. */
public final class VisibleText {

    private static final int MOST = 24_000;
    private static final int MOST_READ = 2 * MOST;

    private VisibleText() {}

    /** Octets as text: UTF-8 where they are that, else one character for each; lines end with LF. Of long ones the beginning. */
    public static String of(byte[] all) {
        byte[] octets = all.length > MOST_READ ? Arrays.copyOf(all, wholeCharacters(all)) : all;
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(octets))
                    .toString();
        } catch (CharacterCodingException e) {
            text = new String(octets, StandardCharsets.ISO_8859_1);
        }
        return text.replace("\r\n", "\n");
    }

    private static int wholeCharacters(byte[] octets) {
        int end = MOST_READ;
        while (end > MOST_READ - 3 && (octets[end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }

    /** With all that can't be seen made visible, but for line ends and tabs. */
    public static String visible(String text) {
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(point -> {
            if (isHidden(point)) {
                shown.append("⟦U+")
                        .append(String.format(Locale.ROOT, "%04X", point))
                        .append('⟧');
            } else {
                shown.appendCodePoint(point);
            }
        });
        return shown.toString();
    }

    /** Its beginning, and how much more there is. */
    public static String shortened(String text) {
        if (text.length() <= MOST) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(MOST - 1)) ? MOST - 1 : MOST;
        return text.substring(0, end) + "\n… " + (text.length() - end) + " more characters";
    }

    private static boolean isHidden(int point) {
        return switch (Character.getType(point)) {
            case Character.CONTROL -> point != '\n' && point != '\t';
            case Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}
