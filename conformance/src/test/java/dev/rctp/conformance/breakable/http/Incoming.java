package dev.rctp.conformance.breakable.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;

/**
 * A request whose body hasn't been read yet.
 *
 * @param head its head
 * @param body its body, decoded while it is read; a {@link FramingException} where it is ambiguous
 * @param raw the connection's octets, for what follows an upgrade
 * @param peer the address it came from
 * @param at when its head was there, by the gateway's clock
 */
public record Incoming(Head head, InputStream body, InputStream raw, String peer, Instant at) {

    /** The request with its body, which has {@code most} octets at most. */
    public Request whole(int most) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] some = new byte[8192];
        for (int count = body.read(some); count >= 0; count = body.read(some)) {
            read.write(some, 0, count);
            if (read.size() > most) {
                throw new FramingException(413, "The request's body is too large.");
            }
        }
        return request(read.toByteArray());
    }

    /** The request without its body. */
    public Request request() {
        return request(new byte[0]);
    }

    private Request request(byte[] octets) {
        return new Request(head.method(), head.target(), head.headers(), octets, peer);
    }
}
