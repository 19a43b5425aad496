package dev.rctp.gateway.faults;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Wire;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/** A marketplace of bodies of any size: it sends as fast as they are taken, and reads as fast as a test lets it. */
final class LargeMarketplace implements AutoCloseable {

    static final int PIECE = 64 << 10;

    private final RecordingUpstream server;
    private final Semaphore pieces = new Semaphore(0);
    private final AtomicLong sent = new AtomicLong();
    private final AtomicLong received = new AtomicLong();

    LargeMarketplace() throws IOException {
        server = new RecordingUpstream(this::serve);
    }

    int port() {
        return server.address().getPort();
    }

    /** Lets it read so many octets more. */
    void read(long octets) {
        pieces.release(Math.toIntExact(octets / PIECE));
    }

    long sent() {
        return sent.get();
    }

    long received() {
        return received.get();
    }

    private void serve(Wire wire) throws Exception {
        for (String head = wire.head(); !head.isEmpty(); head = wire.head()) {
            if (head.startsWith("POST ")) {
                take(wire, Long.parseLong(after(head, "content-length: ")));
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
            } else if (head.startsWith("GET /large/")) {
                give(wire, Long.parseLong(after(head, "/large/")));
            } else {
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
            }
        }
    }

    private static String after(String head, String word) {
        int at = head.indexOf(word) + word.length();
        int end = at;
        while (Character.isDigit(head.charAt(end))) {
            end++;
        }
        return head.substring(at, end);
    }

    private void give(Wire wire, long size) throws IOException {
        wire.sendHead("HTTP/1.1 200 OK", "Content-Length: " + size);
        byte[] piece = new byte[PIECE];
        for (long left = size; left > 0; left -= PIECE) {
            wire.send(piece);
            sent.addAndGet(PIECE);
        }
    }

    private void take(Wire wire, long size) throws Exception {
        byte[] piece = new byte[PIECE];
        for (long left = size; left > 0; left -= PIECE) {
            pieces.acquire();
            if (wire.input().readNBytes(piece, 0, PIECE) < PIECE) {
                throw new IOException("cut off");
            }
            received.addAndGet(PIECE);
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
