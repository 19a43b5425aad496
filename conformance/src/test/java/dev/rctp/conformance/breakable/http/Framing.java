package dev.rctp.conformance.breakable.http;

import dev.rctp.conformance.breakable.Fault;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/** Where a request's body ends, and what must not be there twice (PRX-7). */
final class Framing {

    private final Set<Fault> faults;

    Framing(Set<Fault> faults) {
        this.faults = faults;
    }

    /** The body of a request, decoded. */
    InputStream body(Head head, InputStream in) throws FramingException {
        once(head, "Host");
        if (!faults.contains(Fault.PRX_AUTHORIZATION_TWICE)) {
            once(head, "Authorization");
        }
        if (!faults.contains(Fault.PRX_AGENT_TWICE)) {
            once(head, "UCP-Agent");
        }
        if (!faults.contains(Fault.PRX_KEY_TWICE)) {
            once(head, "Idempotency-Key");
        }
        List<String> lengths = head.headers().all("Content-Length");
        List<String> codings = head.headers().all("Transfer-Encoding");
        if (!codings.isEmpty()) {
            return chunked(head, codings, lengths, in);
        }
        if (lengths.isEmpty()) {
            return InputStream.nullInputStream();
        }
        if (faults.contains(Fault.PRX_LENGTH_TWICE)) {
            lengths = lengths.subList(0, 1);
        }
        if (lengths.size() > 1 || !lengths.getFirst().matches("[0-9]{1,15}")) {
            throw new FramingException("Content-Length is ambiguous.");
        }
        long length = Long.parseLong(lengths.getFirst());
        if (length > 0 && head.reads()) {
            throw new FramingException("A read has no content.");
        }
        return new SizedBody(in, length);
    }

    private InputStream chunked(Head head, List<String> codings, List<String> lengths, InputStream in)
            throws FramingException {
        if (!lengths.isEmpty()) {
            if (!faults.contains(Fault.PRX_TE_WITH_LENGTH)) {
                throw new FramingException("Transfer-Encoding and Content-Length are both there.");
            }
        }
        if (head.version().equals("HTTP/1.0")) {
            if (!faults.contains(Fault.PRX_TE_ON_HTTP_1_0)) {
                throw new FramingException("HTTP/1.0 has no Transfer-Encoding.");
            }
        }
        if (codings.size() > 1 || !codings.getFirst().equalsIgnoreCase("chunked")) {
            throw new FramingException("Transfer-Encoding is not just chunked.");
        }
        if (head.reads()) {
            throw new FramingException("A read has no content.");
        }
        return new ChunkedBody(in, faults);
    }

    private static void once(Head head, String name) throws FramingException {
        if (head.headers().all(name).size() > 1) {
            throw new FramingException(name + " is there more than once.");
        }
    }
}
