package dev.rctp.conformance.breakable.http;

import dev.rctp.conformance.breakable.Fault;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;

/** A chunked body, each chunk in its one plain form (RFC 9112 section 7.1; PRX-7). */
final class ChunkedBody extends InputStream {

    private static final int MOST_LINE = 1024;

    private final InputStream in;
    private final Set<Fault> faults;
    private long left;
    private boolean begun;
    private boolean ended;

    ChunkedBody(InputStream in, Set<Fault> faults) {
        this.in = in;
        this.faults = faults;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (left == 0 && !ended) {
            next();
        }
        if (ended) {
            return -1;
        }
        int count = in.read(into, offset, (int) Math.min(length, left));
        if (count < 0) {
            throw new EOFException("the connection ended in a chunk");
        }
        left -= count;
        return count;
    }

    private void next() throws IOException {
        if (begun && !line().isEmpty()) {
            throw new FramingException("A chunk is longer than it says.");
        }
        begun = true;
        String size = line();
        if (faults.contains(Fault.PRX_CHUNK_EXTENSION)) {
            size = size.replaceFirst(";.*", "");
        }
        if (!size.matches("[0-9A-Fa-f]{1,8}")) {
            throw new FramingException("A chunk's size is malformed, or has an extension.");
        }
        left = Long.parseLong(size, 16);
        if (left == 0) {
            if (!line().isEmpty()) {
                throw new FramingException("Trailers are not taken.");
            }
            ended = true;
        }
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\r'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended in a chunk");
            }
            if (next < 0x20 || line.length() == MOST_LINE) {
                throw new FramingException("A chunk's line is malformed.");
            }
            line.append((char) next);
        }
        if (in.read() != '\n') {
            throw new FramingException("A CR stands alone.");
        }
        return line.toString();
    }
}
