package dev.rctp.conformance.run;

import dev.rctp.conformance.wire.Exchange;
import dev.rctp.conformance.wire.RawAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** A connection to the target that a test writes to and reads from bit by bit (RFC 9112); what went over it is kept when it closes. */
public final class OpenConnection implements AutoCloseable {

    private static final int KEPT = 64 << 10;
    private static final int MOST_TEXT = 1 << 20;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Trial t;
    private final Socket socket;
    private final ByteArrayOutputStream written = new ByteArrayOutputStream();
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private final Instant at;
    private final long begun = System.nanoTime();
    private boolean closed;

    OpenConnection(Trial t, Socket socket) {
        this.t = t;
        this.socket = socket;
        this.at = t.world().clock().instant();
    }

    /** An unsigned request line and head with these further lines, each ending in CRLF. */
    public void head(String line, String more) {
        String host = t.world().target().authority();
        write((line + " HTTP/1.1\r\nHost: " + host + "\r\n" + more + "\r\n").getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes; of a target that has closed already its answer tells. */
    public void write(byte[] octets) {
        written.write(octets, 0, Math.min(octets.length, Math.max(0, KEPT - written.size())));
        try {
            socket.getOutputStream().write(octets);
            socket.getOutputStream().flush();
        } catch (IOException _) {
            closed = true;
        }
    }

    /** Reads until the text is there, or the end, or nothing comes for so long, 1 MiB and a minute at most; gives all that came. */
    public String readUntil(String text, Duration silence) {
        String all = text();
        while (!all.contains(text) && read.size() < MOST_TEXT && more(silence)) {
            all = text();
        }
        return all;
    }

    /** Reads until the end, or so many octets, or nothing comes for so long, a minute at most; gives all that came. */
    public RawAnswer readAll(long most, Duration silence) {
        while (read.size() < most && more(silence)) {}
        return new RawAnswer(read.toByteArray(), closed);
    }

    private String text() {
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    private boolean more(Duration silence) {
        byte[] buffer = new byte[1 << 16];
        if (System.nanoTime() - begun > LONGEST.toNanos()) {
            return false;
        }
        try {
            socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
            int count = socket.getInputStream().read(buffer);
            closed = count < 0;
            read.write(buffer, 0, Math.max(0, count));
            return !closed;
        } catch (SocketTimeoutException _) {
            return false;
        } catch (IOException _) {
            closed = true;
            return false;
        }
    }

    @Override
    public void close() {
        byte[] response = read.toByteArray();
        t.keep(new Exchange(
                written.toByteArray(),
                "",
                Arrays.copyOf(response, Math.min(response.length, KEPT)),
                at,
                Duration.ofNanos(System.nanoTime() - begun)));
        try {
            socket.close();
        } catch (IOException _) {
            // it is gone either way
        }
    }
}
