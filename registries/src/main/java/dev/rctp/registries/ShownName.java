package dev.rctp.registries;

import java.util.regex.Pattern;

/** A name of an operator or an agent, as people read it where they decide (OPR-4, GRA-7). */
public final class ShownName {

    private static final Pattern INVISIBLE_OR_BREAKING = Pattern.compile("[\\p{C}\\p{Zl}\\p{Zp}]");

    /** The five fillers count as letters or symbols, yet nobody sees them. */
    private static final Pattern VISIBLE =
            Pattern.compile("[\\p{L}\\p{N}\\p{P}\\p{S}&&[^\\u115f\\u1160\\u2800\\u3164\\uffa0]]");

    private ShownName() {}

    /** Whether it has something to see, no control, format or line characters, and at most so many characters (code points). */
    public static boolean isFit(String name, int most) {
        return name.codePointCount(0, name.length()) <= most
                && !INVISIBLE_OR_BREAKING.matcher(name).find()
                && VISIBLE.matcher(name).find();
    }
}
