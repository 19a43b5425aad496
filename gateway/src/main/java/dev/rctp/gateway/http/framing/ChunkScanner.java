package dev.rctp.gateway.http.framing;

import io.netty.buffer.ByteBuf;
import java.io.ByteArrayOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * Follows the bytes of one chunked body and refuses, at the byte where it stands, what is not strictly RFC 9112 7.1: sizes other
 * than one to eight hexadecimal digits, chunk extensions, a bare CR or LF, malformed trailers (PRX-7).
 */
final class ChunkScanner {

    private static final int MAX_SIZE_DIGITS = 8;
    static final int MAX_TRAILER_BYTES = 8 << 10;

    private enum State {
        SIZE,
        SIZE_LF,
        DATA,
        DATA_CR,
        DATA_LF,
        TRAILER,
        TRAILER_LF,
        DONE
    }

    private State state = State.SIZE;
    private int digits;
    private long left;
    private int trailerBytes;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(0);

    /** Whether the last byte scanned was the body's last. */
    boolean done() {
        return state == State.DONE;
    }

    /**
     * Scans from the buffer's reader index without moving it.
     *
     * @return how many bytes are in order and belong to the body; where that is not all and the body is not {@link #done()}, the
     *     next byte breaks a rule
     */
    int scan(ByteBuf in) {
        int from = in.readerIndex();
        int at = from;
        while (at < in.writerIndex() && state != State.DONE) {
            if (state == State.DATA) {
                int data = (int) Math.min(left, in.writerIndex() - at);
                at += data;
                left -= data;
                state = left == 0 ? State.DATA_CR : State.DATA;
            } else {
                State next = step(in.getByte(at));
                if (next == null) {
                    return at - from;
                }
                state = next;
                at++;
            }
        }
        return at - from;
    }

    private @Nullable State step(byte b) {
        return switch (state) {
            case SIZE -> size(b);
            case SIZE_LF -> b == '\n' ? afterSize() : null;
            case DATA_CR -> b == '\r' ? State.DATA_LF : null;
            case DATA_LF -> b == '\n' ? State.SIZE : null;
            case TRAILER -> trailer(b);
            case TRAILER_LF -> b == '\n' ? afterTrailer() : null;
            case DATA, DONE -> null;
        };
    }

    private @Nullable State size(byte b) {
        if (b == '\r') {
            return digits > 0 ? State.SIZE_LF : null;
        }
        int digit = Octets.hex(b);
        if (digit < 0 || ++digits > MAX_SIZE_DIGITS) {
            return null;
        }
        left = left << 4 | digit;
        return left > Integer.MAX_VALUE ? null : State.SIZE;
    }

    private State afterSize() {
        digits = 0;
        return left == 0 ? State.TRAILER : State.DATA;
    }

    private @Nullable State trailer(byte b) {
        if (b == '\r') {
            return State.TRAILER_LF;
        }
        if (b == '\n' || Octets.isControl(b) || ++trailerBytes > MAX_TRAILER_BYTES) {
            return null;
        }
        line.write(b);
        return State.TRAILER;
    }

    private @Nullable State afterTrailer() {
        if (line.size() == 0) {
            return State.DONE;
        }
        FieldLine field = FieldLine.read(line.toByteArray(), 0, line.size());
        line.reset();
        return field.fault() == null && FieldNames.mayTrail(field.name()) ? State.TRAILER : null;
    }
}
