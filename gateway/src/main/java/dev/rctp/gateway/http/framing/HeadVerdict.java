package dev.rctp.gateway.http.framing;

/** What the byte check says about a complete head (PRX-7). */
sealed interface HeadVerdict permits HeadVerdict.Framed, FramingViolation {

    /**
     * The head is unambiguous and its body is framed so.
     *
     * @param contentLength the body's length in bytes, 0 for none; -1 where it is chunked
     */
    record Framed(long contentLength) implements HeadVerdict {
        static final long CHUNKED = -1;
    }
}
