package dev.rctp.gateway.http.framing;

import java.util.List;
import java.util.Map;

/** What the octets of one HTTP/2 request head say (PRX-7; RFC 9113 8.2, 8.3). */
public sealed interface StreamHead permits StreamHead.Request, FramingViolation {

    /** The length of a body that ends with its stream. */
    long UNKNOWN = -1;

    /**
     * A head that can be read in one way only.
     *
     * @param method {@code :method}, a token
     * @param authority {@code :authority}, not empty
     * @param path {@code :path}, visible ASCII, raw
     * @param fields the regular fields in the order they came, names in lower case, all cookies in one line (RFC 9113 8.2.3)
     * @param contentLength the length of the body in bytes, 0 for none, or {@link #UNKNOWN}
     */
    record Request(
            String method, String authority, String path, List<Map.Entry<String, String>> fields, long contentLength)
            implements StreamHead {

        /** Copies the fields. */
        public Request {
            fields = List.copyOf(fields);
        }
    }
}
