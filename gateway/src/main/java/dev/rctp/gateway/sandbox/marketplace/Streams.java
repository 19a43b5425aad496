package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.gateway.sandbox.loopback.Form;
import dev.rctp.gateway.sandbox.loopback.Outgoing;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** TEST ONLY: the marketplace's long answers: a download of any size and a stream of events. */
final class Streams {

    private static final int CHUNK = 64 << 10;

    private Streams() {}

    /** {@code ?bytes=} octets (10 MiB where absent), the letters a to z over and over, never held whole. */
    static Outgoing download(Form parameters) {
        long bytes = number(parameters, "bytes", 10L << 20);
        return new Outgoing(
                200, HttpFields.of("content-type", "application/octet-stream"), body(bytes, out -> write(out, bytes)));
    }

    /** Server-sent events: {@code ?count=} of them (no end where absent), {@code ?interval_ms=} apart (1 s where absent). */
    static Outgoing events(Form parameters) {
        long count = number(parameters, "count", Long.MAX_VALUE);
        Duration interval = Duration.ofMillis(number(parameters, "interval_ms", 1000));
        return new Outgoing(
                200,
                HttpFields.of("content-type", "text/event-stream", "cache-control", "no-store"),
                body(-1, out -> tick(out, count, interval)));
    }

    private static void write(OutputStream out, long bytes) throws IOException {
        byte[] letters = new byte[CHUNK + 26];
        for (int i = 0; i < letters.length; i++) {
            letters[i] = (byte) ('a' + i % 26);
        }
        for (long sent = 0; sent < bytes; ) {
            int length = (int) Math.min(CHUNK, bytes - sent);
            out.write(letters, (int) (sent % 26), length);
            sent += length;
        }
    }

    private static void tick(OutputStream out, long count, Duration interval) throws IOException, InterruptedException {
        for (long i = 1; i <= count; i++) {
            out.write(("id: " + i + "\nevent: tick\ndata: {\"n\":" + i + "}\n\n").getBytes(StandardCharsets.US_ASCII));
            out.flush();
            if (i < count) {
                Thread.sleep(interval);
            }
        }
    }

    private static long number(Form parameters, String name, long absent) {
        return parameters
                .get(name)
                .filter(text -> text.matches("[0-9]{1,15}"))
                .map(Long::parseLong)
                .orElse(absent);
    }

    private interface Writer {
        void writeTo(OutputStream out) throws IOException, InterruptedException;
    }

    private static Outgoing.Body body(long length, Writer writer) {
        return new Outgoing.Body() {
            @Override
            public long length() {
                return length;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException, InterruptedException {
                writer.writeTo(out);
            }
        };
    }
}
