package dev.rctp.gateway.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import org.jspecify.annotations.Nullable;

/** Replies that carry their sentence and nothing else. */
final class PlainReplies implements EdgeReplies {

    static Reply text(int status, String text) {
        return new Reply(status, HttpFields.of("content-type", "text/plain"), text.getBytes(UTF_8));
    }

    @Override
    public Reply badRequest(@Nullable RequestMessage head, String requestId, String sentence) {
        return text(400, sentence);
    }

    @Override
    public Reply timeout(@Nullable RequestMessage head, String requestId, String sentence) {
        return text(408, sentence);
    }

    @Override
    public Reply tooLarge(@Nullable RequestMessage head, String requestId, String sentence) {
        return text(413, sentence);
    }

    @Override
    public Reply headersTooLarge(@Nullable RequestMessage head, String requestId, String sentence) {
        return text(431, sentence);
    }

    @Override
    public Reply limited(@Nullable RequestMessage head, String requestId, String sentence) {
        return text(429, sentence);
    }

    @Override
    public Reply unavailable(@Nullable RequestMessage head, String requestId, String sentence) {
        return text(503, sentence);
    }

    @Override
    public Reply unlistedWrite(RequestMessage head, String requestId) {
        return text(403, "unlisted");
    }
}
