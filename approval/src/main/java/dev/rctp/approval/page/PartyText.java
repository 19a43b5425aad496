package dev.rctp.approval.page;

import static dev.rctp.approval.page.Html.tag;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Text of the parties (APR-5): plain text, kept apart from the page's own, with each character that nobody sees, or that
 * turns the direction of others, shown by its code point. Only line feeds, and the joiner inside an emoji, stay what they are.
 */
public final class PartyText {

    private static final int JOINER = 0x200d;
    private static final int LINE_FEED = '\n';

    private PartyText() {}

    /** In a box of its own, line breaks kept. */
    static Html boxed(String text) {
        return tag("blockquote").styled("party").with("dir", "auto").of(shown(text, true));
    }

    /** Within a line of the page. */
    public static Html inline(String text) {
        return tag("bdi").of(shown(text, false));
    }

    /** An identifier or key, in letters that differ. */
    public static Html code(String text) {
        return tag("code").of(inline(text));
    }

    private static Html shown(String text, boolean lines) {
        int[] points = text.codePoints().toArray();
        List<Html> parts = new ArrayList<>();
        StringBuilder run = new StringBuilder();
        for (int i = 0; i < points.length; i++) {
            if ((lines && points[i] == LINE_FEED) || isSeen(points, i)) {
                run.appendCodePoint(points[i]);
            } else {
                parts.add(Html.text(run.toString()));
                run.setLength(0);
                parts.add(codePoint(points[i]));
            }
        }
        parts.add(Html.text(run.toString()));
        return Html.all(parts);
    }

    private static Html codePoint(int point) {
        return tag("span").styled("unseen").of(String.format(Locale.ROOT, "U+%04X", point));
    }

    private static boolean isSeen(int[] points, int at) {
        int point = points[at];
        return switch (Character.getType(point)) {
            case Character.CONTROL,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            case Character.FORMAT -> point == JOINER && joinsEmoji(points, at);
            case Character.SPACE_SEPARATOR -> point == ' ' || point == 0xa0 || point == 0x202f || point == 0x3000;
            default -> !isFiller(point) && !isSelector(points, at);
        };
    }

    /** Letters and symbols by their class, yet nobody sees them. */
    private static boolean isFiller(int point) {
        return point == 0x115f
                || point == 0x1160
                || point == 0x2800
                || point == 0x3164
                || point == 0xffa0
                || point == 0x034f
                || point == 0x17b4
                || point == 0x17b5
                || (point >= 0x180b && point <= 0x180f);
    }

    /** A variation selector that stands behind no symbol: such runs can carry hidden text. */
    private static boolean isSelector(int[] points, int at) {
        int point = points[at];
        boolean selector = (point >= 0xfe00 && point <= 0xfe0f) || (point >= 0xe0100 && point <= 0xe01ef);
        return selector && !(point == 0xfe0f && at > 0 && Character.isEmoji(points[at - 1]));
    }

    private static boolean joinsEmoji(int[] points, int at) {
        int before = at - 1;
        while (before >= 0 && (points[before] == 0xfe0f || Character.isEmojiModifier(points[before]))) {
            before--;
        }
        return before >= 0
                && at + 1 < points.length
                && Character.isExtendedPictographic(points[before])
                && Character.isExtendedPictographic(points[at + 1]);
    }
}
