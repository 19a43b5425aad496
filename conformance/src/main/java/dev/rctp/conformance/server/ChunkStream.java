package dev.rctp.conformance.server;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Each write is a chunk; the close writes the last one and leaves the connection open (RFC 9112 section 7.1). */
final class ChunkStream extends OutputStream {

    private static final byte[] LAST = "0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] END = {'\r', '\n'};

    private final OutputStream out;

    ChunkStream(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int octet) throws IOException {
        write(new byte[] {(byte) octet}, 0, 1);
    }

    @Override
    public void write(byte[] octets, int offset, int length) throws IOException {
        if (length == 0) {
            return;
        }
        out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
        out.write(octets, offset, length);
        out.write(END);
        out.flush();
    }

    @Override
    public void close() throws IOException {
        out.write(LAST);
        out.flush();
    }
}
