package dev.rctp.gateway.http.framing;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;

/**
 * Collects the bytes of one head up to its empty line and refuses, at the byte where it stands, what no head may contain:
 * controls, a bare CR, a bare LF, anything before the request line but one CRLF (PRX-7; RFC 9112 2.2).
 */
final class HeadBytes {

    /** How far the head has come. */
    enum Progress {
        MORE,
        COMPLETE,
        MALFORMED,
        TOO_LARGE
    }

    private final int maxLine;
    private final int maxHead;
    private byte[] bytes = new byte[1024];
    private int start;
    private int end;
    private int lineStart;
    private boolean requestLineSeen;
    private boolean afterCr;

    HeadBytes(int maxLine, int maxHead) {
        this.maxLine = maxLine;
        this.maxHead = maxHead;
    }

    /** The array that holds the head from {@link #start()} to {@link #end()}. */
    byte[] array() {
        return bytes;
    }

    /** The first byte of the request line. */
    int start() {
        return start;
    }

    /** One past the last byte collected. */
    int end() {
        return end;
    }

    /** Takes bytes until the head is complete or wrong or the buffer is empty; what follows the head stays in the buffer. */
    Progress take(ByteBuf in) {
        Progress progress = Progress.MORE;
        while (progress == Progress.MORE && in.isReadable()) {
            int wanted = Math.min(in.readableBytes(), maxHead - end);
            if (wanted == 0) {
                return Progress.TOO_LARGE;
            }
            reserve(end + wanted);
            int from = end;
            in.getBytes(in.readerIndex(), bytes, from, wanted);
            progress = scan(from + wanted);
            in.skipBytes(end - from);
        }
        return progress;
    }

    private void reserve(int size) {
        if (size > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.min(maxHead, Math.max(size, 2 * bytes.length)));
        }
    }

    private Progress scan(int limit) {
        while (end < limit) {
            byte b = bytes[end++];
            if (afterCr) {
                afterCr = false;
                Progress progress = b == '\n' ? endLine() : Progress.MALFORMED;
                if (progress != Progress.MORE) {
                    return progress;
                }
            } else if (b == '\r') {
                afterCr = true;
            } else if (b == '\n' || Octets.isControl(b)) {
                return Progress.MALFORMED;
            } else if (!requestLineSeen && end - lineStart > maxLine) {
                return Progress.TOO_LARGE;
            }
        }
        return Progress.MORE;
    }

    private Progress endLine() {
        boolean blank = end - lineStart == 2;
        lineStart = end;
        if (!blank) {
            requestLineSeen = true;
            return Progress.MORE;
        }
        if (requestLineSeen) {
            return Progress.COMPLETE;
        }
        if (start > 0) {
            return Progress.MALFORMED;
        }
        start = end;
        return Progress.MORE;
    }
}
