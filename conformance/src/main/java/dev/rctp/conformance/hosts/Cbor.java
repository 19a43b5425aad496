package dev.rctp.conformance.hosts;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes the little of CBOR that a passkey needs (RFC 8949 section 3). */
final class Cbor {

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    Cbor map(int entries) {
        return head(5, entries);
    }

    Cbor number(int value) {
        return value < 0 ? head(1, -1 - value) : head(0, value);
    }

    Cbor text(String value) {
        byte[] octets = value.getBytes(StandardCharsets.UTF_8);
        head(3, octets.length);
        out.writeBytes(octets);
        return this;
    }

    Cbor octets(byte[] value) {
        head(2, value.length);
        out.writeBytes(value);
        return this;
    }

    byte[] encoded() {
        return out.toByteArray();
    }

    private Cbor head(int major, int argument) {
        int type = major << 5;
        if (argument < 24) {
            out.write(type | argument);
        } else if (argument < 1 << 8) {
            out.write(type | 24);
            out.write(argument);
        } else {
            out.write(type | 25);
            out.write(argument >> 8);
            out.write(argument);
        }
        return this;
    }
}
