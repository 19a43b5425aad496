package dev.rctp.gateway.http.framing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Optional;

/** Percent-encoding as RFC 3986 section 2.1 has it, in which a plus sign is a plus sign; forms are another matter. */
public final class PercentEncoding {

    private PercentEncoding() {}

    /** The octet of the triplet whose percent sign stands there; -1 for a malformed one. */
    public static int octet(String text, int at) {
        if (at + 2 >= text.length()) {
            return -1;
        }
        int high = hex(text.charAt(at + 1));
        int low = hex(text.charAt(at + 2));
        return high < 0 || low < 0 ? -1 : high << 4 | low;
    }

    private static int hex(char digit) {
        return digit < 0x80 ? Octets.hex(digit) : -1;
    }

    /** The text that it stands for, decoded once; empty for a malformed triplet, octets that are no UTF-8, or characters outside of ASCII. */
    public static Optional<String> decode(String text) {
        if (text.indexOf('%') < 0) {
            return text.chars().allMatch(c -> c < 0x80) ? Optional.of(text) : Optional.empty();
        }
        ByteArrayOutputStream octets = new ByteArrayOutputStream(text.length());
        for (int i = 0; i < text.length(); i++) {
            boolean encoded = text.charAt(i) == '%';
            int octet = encoded ? octet(text, i) : text.charAt(i);
            if (octet < 0 || (!encoded && octet >= 0x80)) {
                return Optional.empty();
            }
            octets.write(octet);
            i += encoded ? 2 : 0;
        }
        try {
            return Optional.of(UTF_8.newDecoder()
                    .decode(ByteBuffer.wrap(octets.toByteArray()))
                    .toString());
        } catch (CharacterCodingException malformed) {
            return Optional.empty();
        }
    }
}
