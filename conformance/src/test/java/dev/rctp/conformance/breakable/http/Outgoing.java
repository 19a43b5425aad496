package dev.rctp.conformance.breakable.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** The way back to the client, for one request. */
public final class Outgoing {

    private final OutputStream out;
    private final Head head;
    private boolean begun;
    private boolean last;

    Outgoing(OutputStream out, Head head, boolean last) {
        this.out = out;
        this.head = head;
        this.last = last;
    }

    /** The connection ends after this answer. */
    public Outgoing last() {
        last = true;
        return this;
    }

    /** Sends a whole answer. */
    public void send(Response response) throws IOException {
        StringBuilder text = start(response.status(), response.headers());
        if (response.status() != 204 && response.status() != 304) {
            text.append("Content-Length: ").append(response.body().length).append("\r\n");
        }
        write(text);
        if (!head.method().equals("HEAD")) {
            out.write(response.body());
        }
        out.flush();
    }

    /** Begins an answer of a known length; what is written follows at once. */
    public OutputStream sized(int status, Headers headers, long length) throws IOException {
        StringBuilder text = start(status, headers);
        write(text.append("Content-Length: ").append(length).append("\r\n"));
        return out;
    }

    /** Begins an answer whose length isn't known; it ends when the stream is closed. */
    public OutputStream streamed(int status, Headers headers) throws IOException {
        if (head.version().equals("HTTP/1.0")) {
            last = true;
            write(start(status, headers));
            return out;
        }
        write(start(status, headers).append("Transfer-Encoding: chunked\r\n"));
        return new Chunks(out);
    }

    /** Begins an answer after which the connection speaks another protocol. */
    public OutputStream switched(int status, Headers headers) throws IOException {
        begun = true;
        last = true;
        StringBuilder text = statusLine(status);
        headers.lines().forEach(line -> append(text, line));
        write(text);
        return out;
    }

    boolean begun() {
        return begun;
    }

    boolean ends() {
        return last;
    }

    private StringBuilder start(int status, Headers headers) {
        begun = true;
        StringBuilder text = statusLine(status);
        headers.lines().forEach(line -> append(text, line));
        if (last) {
            text.append("Connection: close\r\n");
        }
        return text;
    }

    private static StringBuilder statusLine(int status) {
        return new StringBuilder("HTTP/1.1 ").append(status).append(" \r\n");
    }

    private static void append(StringBuilder text, Header line) {
        text.append(line.name()).append(": ").append(line.value()).append("\r\n");
    }

    private void write(StringBuilder text) throws IOException {
        out.write(text.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    /** A chunk for each write, sent at once. */
    private static final class Chunks extends OutputStream {

        private final OutputStream out;

        Chunks(OutputStream out) {
            this.out = out;
        }

        @Override
        public void write(int octet) throws IOException {
            write(new byte[] {(byte) octet}, 0, 1);
        }

        @Override
        public void write(byte[] octets, int offset, int length) throws IOException {
            if (length > 0) {
                out.write((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
                out.write(octets, offset, length);
                out.write("\r\n".getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
        }

        @Override
        public void close() throws IOException {
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }
}
