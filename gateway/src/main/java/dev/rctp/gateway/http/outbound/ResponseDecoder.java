package dev.rctp.gateway.http.outbound;

import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpMessage;
import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseDecoder;
import io.netty.handler.codec.http.HttpStatusClass;
import io.netty.util.AsciiString;
import java.util.List;

/** Reads responses strictly, one request in flight; whether that was a HEAD is told before each one (B28). */
public final class ResponseDecoder extends HttpResponseDecoder {

    private boolean toHead;

    /** A decoder of one connection's answers. */
    ResponseDecoder() {
        super(new HttpDecoderConfig()
                .setMaxInitialLineLength(8 << 10)
                .setMaxHeaderSize(64 << 10)
                .setMaxChunkSize(64 << 10)
                .setAllowDuplicateContentLengths(false)
                .setStrictLineParsing(true)
                .setValidateHeaders(true));
    }

    /** Whether a transfer-encoding other than exactly {@code chunked} frames the response, or its status is none (RFC 9110 15). */
    public static boolean isAmbiguous(HttpResponse response) {
        if (response.status().codeClass() == HttpStatusClass.UNKNOWN) {
            return true;
        }
        List<String> encodings = response.headers().getAll("transfer-encoding");
        return !encodings.isEmpty()
                && (encodings.size() > 1 || !encodings.getFirst().equalsIgnoreCase("chunked"));
    }

    /** Whether nothing of a further response has come yet. */
    boolean isDrained() {
        return actualReadableBytes() == 0;
    }

    /** Says whether the next response answers a HEAD. */
    void toHead(boolean head) {
        toHead = head;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpMessage message) {
        boolean interim = message instanceof HttpResponse response
                && response.status().codeClass() == HttpStatusClass.INFORMATIONAL;
        return interim || toHead || super.isContentAlwaysEmpty(message);
    }

    /** White space between a name and its colon is passed over (RFC 9112 5.1); more of a name after it is no field line. */
    @Override
    protected AsciiString splitHeaderName(byte[] line, int start, int length) {
        int at = start + length;
        while (at < line.length && (line[at] == ' ' || line[at] == '\t')) {
            at++;
        }
        if (at == line.length || line[at] != ':') {
            throw new IllegalArgumentException("white space in a field name");
        }
        return super.splitHeaderName(line, start, length);
    }

    @Override
    protected void handleTransferEncodingChunkedWithContentLength(HttpMessage message) {
        throw new IllegalArgumentException("content-length beside transfer-encoding");
    }
}
