package dev.rctp.conformance.wire;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentLinkedDeque;
import org.jspecify.annotations.Nullable;

/** One test's connections to the target; safe for concurrent use. */
public final class Connections implements AutoCloseable {

    private static final int MOST_RAW = 8 << 20;

    private final Door door;
    private final InstantSource clock;
    private final ConcurrentLinkedDeque<Open> idle = new ConcurrentLinkedDeque<>();

    /** Connects when needed. */
    public Connections(Door door, InstantSource clock) {
        this.door = door;
        this.clock = clock;
    }

    private record Open(Socket socket, InputStream in) {}

    /** Sends the request and reads its answer; throws {@link NoAnswerException} where there is no whole one. */
    public Answer exchange(RawRequest request, String base) throws NoAnswerException {
        Open kept = idle.pollFirst();
        if (kept != null) {
            Answer answer = exchange(kept, request, base, true);
            if (answer != null) {
                return answer;
            }
        }
        Answer answer = exchange(open(), request, base, false);
        if (answer == null) {
            throw new NoAnswerException("The target closed the connection without an answer.", null);
        }
        return answer;
    }

    private Open open() throws NoAnswerException {
        Socket socket = door.connect();
        try {
            return new Open(socket, new BufferedInputStream(socket.getInputStream()));
        } catch (IOException e) {
            throw new NoAnswerException("The connection to the target broke.", e);
        }
    }

    /** Null where a used connection had been closed before it answered anything. */
    private @Nullable Answer exchange(Open open, RawRequest request, String base, boolean used)
            throws NoAnswerException {
        Instant at = clock.instant();
        long begun = System.nanoTime();
        AnswerReader reader = new AnswerReader(open.in(), door.timeout());
        try {
            open.socket().getOutputStream().write(request.bytes());
            AnswerReader.Read read = reader.read(request.method());
            Duration took = Duration.ofNanos(System.nanoTime() - begun);
            Answer answer = new Answer(
                    read.status(),
                    read.fields(),
                    read.body(),
                    request,
                    new Exchange(request.bytes(), base, reader.octets(), at, took));
            if (read.reusable()) {
                idle.addFirst(open);
            } else {
                open.socket().close();
            }
            return answer;
        } catch (SocketTimeoutException e) {
            throw failed(
                    open,
                    reader,
                    "The target did not answer within " + door.timeout().toSeconds() + " s.",
                    e);
        } catch (IOException | NumberFormatException e) {
            if (used && reader.octets().length == 0) {
                close(open);
                return null;
            }
            throw failed(open, reader, "No HTTP answer: " + e.getMessage() + ".", e);
        }
    }

    private static NoAnswerException failed(Open open, AnswerReader reader, String sentence, Exception cause) {
        close(open);
        return new NoAnswerException(sentence, reader.octets(), cause);
    }

    /** Sends these octets over a connection of their own and reads until it is closed, or silent for this long after it said something. */
    public RawAnswer raw(byte[] octets, Duration silence) throws NoAnswerException {
        try (Socket socket = door.connect()) {
            return until(socket, octets, door.timeout(), silence);
        } catch (IOException e) {
            throw new NoAnswerException("The connection to the target broke: " + e.getMessage() + ".", e);
        }
    }

    private static RawAnswer until(Socket socket, byte[] octets, Duration most, Duration silence) throws IOException {
        long end = System.nanoTime() + most.toNanos();
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            socket.getOutputStream().write(octets);
        } catch (IOException _) {
            // it may close before it has read all, and its answer be there
        }
        byte[] buffer = new byte[8192];
        try {
            for (int count = socket.getInputStream().read(buffer);
                    count >= 0;
                    count = socket.getInputStream().read(buffer)) {
                all.write(buffer, 0, count);
                socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
                if (System.nanoTime() - end > 0 || all.size() > MOST_RAW) {
                    return new RawAnswer(all.toByteArray(), false);
                }
            }
            return new RawAnswer(all.toByteArray(), true);
        } catch (SocketTimeoutException _) {
            return new RawAnswer(all.toByteArray(), false);
        } catch (IOException _) {
            return new RawAnswer(all.toByteArray(), true);
        }
    }

    private static void close(Open open) {
        try {
            open.socket().close();
        } catch (IOException _) {
            // it is gone either way
        }
    }

    @Override
    public void close() {
        for (Open open = idle.pollFirst(); open != null; open = idle.pollFirst()) {
            close(open);
        }
    }
}
