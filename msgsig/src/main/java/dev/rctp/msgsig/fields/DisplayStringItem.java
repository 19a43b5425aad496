package dev.rctp.msgsig.fields;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * A Display String (RFC 9651 3.3.8, 4.1.11).
 *
 * @param value Unicode text without lone surrogates
 */
public record DisplayStringItem(String value) implements BareItem {

    private static final HexFormat HEX = HexFormat.of();

    /** Throws {@link IllegalArgumentException} for a lone surrogate. */
    public DisplayStringItem {
        if (value.codePoints().anyMatch(c -> c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE)) {
            throw new IllegalArgumentException("a Display String has no lone surrogates");
        }
    }

    @Override
    public void appendTo(StringBuilder out) {
        out.append("%\"");
        for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
            if (b < ' ' || b > '~' || b == '%' || b == '"') {
                HEX.toHexDigits(out.append('%'), b);
            } else {
                out.append((char) b);
            }
        }
        out.append('"');
    }
}
