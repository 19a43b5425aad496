package dev.rctp.conformance.breakable.upstream;

import dev.rctp.conformance.breakable.http.FramingException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A body whose first octet was read before anything is sent, so that what is ambiguous from its start isn't passed on. */
final class RequestBody extends InputStream {

    private final InputStream rest;
    private int first;
    private volatile @Nullable FramingException ambiguous;

    private RequestBody(int first, InputStream rest) {
        this.first = first;
        this.rest = rest;
    }

    static RequestBody begun(InputStream body) throws IOException {
        return new RequestBody(body.read(), body);
    }

    boolean isEmpty() {
        return first < 0;
    }

    /** Why it could not be read to its end. */
    Optional<FramingException> ambiguous() {
        return Optional.ofNullable(ambiguous);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
        if (first >= 0 && length > 0) {
            into[offset] = (byte) first;
            first = -1;
            return 1;
        }
        try {
            return rest.read(into, offset, length);
        } catch (FramingException why) {
            ambiguous = why;
            throw why;
        }
    }
}
