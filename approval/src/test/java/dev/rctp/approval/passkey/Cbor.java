package dev.rctp.approval.passkey;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** The little of CBOR (RFC 8949) that authenticators write. */
final class Cbor {

    /** An item that is encoded already. */
    record Raw(byte[] encoded) {}

    private Cbor() {}

    static Raw raw(byte[] encoded) {
        return new Raw(encoded);
    }

    /** A map of these keys and values, in this order. */
    static byte[] map(Object... keysAndValues) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        head(out, 5, keysAndValues.length / 2);
        for (Object item : keysAndValues) {
            item(out, item);
        }
        return out.toByteArray();
    }

    private static void item(ByteArrayOutputStream out, Object item) {
        switch (item) {
            case Integer number when number >= 0 -> head(out, 0, number);
            case Integer number -> head(out, 1, -1 - number);
            case byte[] bytes -> {
                head(out, 2, bytes.length);
                out.writeBytes(bytes);
            }
            case String text -> {
                byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
                head(out, 3, bytes.length);
                out.writeBytes(bytes);
            }
            case Boolean value -> out.write(value ? 0xf5 : 0xf4);
            case Raw raw -> out.writeBytes(raw.encoded());
            default -> throw new IllegalArgumentException("no such item");
        }
    }

    private static void head(ByteArrayOutputStream out, int type, int value) {
        if (value < 24) {
            out.write(type << 5 | value);
        } else if (value < 256) {
            out.write(type << 5 | 24);
            out.write(value);
        } else {
            out.write(type << 5 | 25);
            out.write(value >> 8);
            out.write(value);
        }
    }
}
