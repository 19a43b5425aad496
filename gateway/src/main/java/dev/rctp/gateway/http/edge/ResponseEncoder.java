package dev.rctp.gateway.http.edge;

import io.netty.handler.codec.http.HttpResponse;
import io.netty.handler.codec.http.HttpResponseEncoder;
import io.netty.handler.codec.http.HttpStatusClass;

/**
 * Writes responses; whether the request was a HEAD is told before each one, since a queue of methods goes wrong with interim
 * responses (B28).
 */
final class ResponseEncoder extends HttpResponseEncoder {

    private boolean answersHead;

    /** Says whether the responses from now on answer a HEAD. */
    void answersHead(boolean head) {
        answersHead = head;
    }

    @Override
    protected boolean isContentAlwaysEmpty(HttpResponse response) {
        return (answersHead && response.status().codeClass() != HttpStatusClass.INFORMATIONAL)
                || super.isContentAlwaysEmpty(response);
    }
}
