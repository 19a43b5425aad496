package dev.rctp.conformance.breakable.domain.approval;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the CBOR (RFC 8949) that WebAuthn needs: definite lengths, no tags, no floats. */
final class Cbor {

    private final ByteBuffer in;

    Cbor(byte[] bytes) {
        this.in = ByteBuffer.wrap(bytes);
    }

    /** The next value: Long, byte[], String, List, Map or Boolean; throws for anything else. */
    Object next() {
        if (!in.hasRemaining()) {
            throw new IllegalArgumentException("CBOR ends early");
        }
        int head = in.get() & 0xff;
        int major = head >> 5;
        if (major == 7) {
            return simple(head & 31);
        }
        long argument = argument(head & 31);
        return switch (major) {
            case 0 -> argument;
            case 1 -> -1 - argument;
            case 2 -> bytes(argument);
            case 3 -> new String(bytes(argument), StandardCharsets.UTF_8);
            case 4 -> list(argument);
            case 5 -> map(argument);
            default -> throw new IllegalArgumentException("CBOR of a kind that WebAuthn doesn't have");
        };
    }

    /** The rest that was not read. */
    int remaining() {
        return in.remaining();
    }

    private static Object simple(int value) {
        return switch (value) {
            case 20 -> false;
            case 21 -> true;
            default -> throw new IllegalArgumentException("CBOR of a kind that WebAuthn doesn't have");
        };
    }

    private long argument(int low) {
        return switch (low) {
            case 24 -> in.get() & 0xff;
            case 25 -> in.getShort() & 0xffff;
            case 26 -> in.getInt() & 0xffffffffL;
            case 27 -> in.getLong();
            default -> {
                if (low > 27) {
                    throw new IllegalArgumentException("CBOR of indefinite length");
                }
                yield low;
            }
        };
    }

    private byte[] bytes(long length) {
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("CBOR ends early");
        }
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        return bytes;
    }

    private List<Object> list(long size) {
        List<Object> list = new ArrayList<>();
        for (long i = 0; i < size; i++) {
            list.add(next());
        }
        return list;
    }

    private Map<Object, Object> map(long size) {
        Map<Object, Object> map = new LinkedHashMap<>();
        for (long i = 0; i < size; i++) {
            if (map.put(next(), next()) != null) {
                throw new IllegalArgumentException("CBOR with a doubled key");
            }
        }
        return map;
    }
}
