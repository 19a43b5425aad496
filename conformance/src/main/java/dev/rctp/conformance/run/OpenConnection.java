package dev.rctp.conformance.run;

import dev.rctp.conformance.wire.Exchange;
import dev.rctp.conformance.wire.NoAnswerException;
import dev.rctp.conformance.wire.RawAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.function.BooleanSupplier;

/** A connection to the target that a test writes to and reads from bit by bit (RFC 9112); what came over it is what is judged. */
public final class OpenConnection implements AutoCloseable {

    private static final int KEPT = 64 << 10;
    private static final int MOST = 64 << 20;
    private static final int PIECE = 64 << 10;
    private static final Duration LONGEST = Duration.ofMinutes(2);

    private final Trial t;
    private final Socket socket;
    private final Instant at;
    private final long begun = System.nanoTime();
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();
    private boolean closed;

    private OpenConnection(Trial t, Socket socket) {
        this.t = t;
        this.socket = socket;
        this.at = t.world().clock().instant();
    }

    /** A new one; where there is none the test fails. */
    public static OpenConnection to(Trial t) {
        try {
            return new OpenConnection(t, t.world().target().door().connect());
        } catch (NoAnswerException e) {
            t.that(false, "A connection was expected. " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }

    /** An unsigned request line and head with these further lines, each ending in CRLF. */
    public static String head(Trial t, String line, String more) {
        return line + " HTTP/1.1\r\nHost: " + t.world().target().authority() + "\r\n" + more + "\r\n";
    }

    /** Writes text, one octet a character. */
    public void write(String text) {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Writes octets. */
    public void write(byte[] octets) {
        sent.write(octets, 0, Math.min(octets.length, KEPT - Math.min(KEPT, sent.size())));
        try {
            socket.getOutputStream().write(octets);
            socket.getOutputStream().flush();
        } catch (IOException _) {
            // the target may close before it has read all, and its answer be there
            closed = true;
        }
    }

    /** Reads until the text is there, or the end, or nothing comes for so long; gives all that came. */
    public String readUntil(String text, Duration silence) {
        read(() -> since(0).text().contains(text), silence);
        return since(0).text();
    }

    /** Reads until the end, or until so many octets came, or nothing comes for so long; gives all that came. */
    public RawAnswer readAll(long most, Duration silence) {
        read(() -> read.size() >= most, silence);
        return since(0);
    }

    /** Writes a request, or the rest of one, and gives what then comes, until an answer is whole or nothing comes for so long. */
    public RawAnswer exchange(byte[] request, Duration silence) {
        int from = read.size();
        write(request);
        read(() -> since(from).body().isPresent(), silence);
        return since(from);
    }

    private void read(BooleanSupplier enough, Duration silence) {
        byte[] buffer = new byte[PIECE];
        long end = System.nanoTime() + LONGEST.toNanos();
        try {
            socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
            while (!enough.getAsBoolean() && read.size() < MOST && System.nanoTime() < end) {
                int count = socket.getInputStream().read(buffer);
                if (count < 0) {
                    closed = true;
                    break;
                }
                read.write(buffer, 0, count);
            }
        } catch (SocketException _) {
            closed = true;
        } catch (IOException _) {
            // nothing came for too long
        }
    }

    private RawAnswer since(int from) {
        byte[] all = read.toByteArray();
        return new RawAnswer(from == 0 ? all : Arrays.copyOfRange(all, from, all.length), closed);
    }

    /** Closes it, and keeps the beginning of what was sent and of what came. */
    @Override
    public void close() {
        byte[] came = read.toByteArray();
        t.keep(new Exchange(
                sent.toByteArray(),
                "",
                Arrays.copyOf(came, Math.min(KEPT, came.length)),
                at,
                Duration.ofNanos(System.nanoTime() - begun)));
        try {
            socket.close();
        } catch (IOException _) {
            // what came over it is there
        }
    }
}
