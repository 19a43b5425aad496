package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rctp.gateway.http.Reply;
import dev.rctp.msgsig.HttpFields;

/** Replies that carry their sentence and nothing else. */
class PlainReplies implements EdgeReplies {

    static Reply text(int status, String text) {
        return new Reply(status, HttpFields.of("content-type", "text/plain"), text.getBytes(UTF_8));
    }

    @Override
    public Reply badRequest(EdgeCall call, String sentence) {
        return text(400, sentence);
    }

    @Override
    public Reply timeout(EdgeCall call, String sentence) {
        return text(408, sentence);
    }

    @Override
    public Reply tooLarge(EdgeCall call, String sentence) {
        return text(413, sentence);
    }

    @Override
    public Reply headersTooLarge(EdgeCall call, String sentence) {
        return text(431, sentence);
    }

    @Override
    public Reply limited(EdgeCall call, String sentence) {
        return text(429, sentence);
    }

    @Override
    public Reply unavailable(EdgeCall call, String sentence) {
        return text(503, sentence);
    }

    @Override
    public Reply unlistedWrite(EdgeCall call) {
        return text(403, "unlisted");
    }
}
