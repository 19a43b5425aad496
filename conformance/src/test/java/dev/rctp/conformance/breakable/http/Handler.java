package dev.rctp.conformance.breakable.http;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What a port does with its requests. */
public interface Handler {

    /** Answers one request. */
    void handle(Incoming request, Outgoing answer) throws IOException, InterruptedException;

    /** The answer to a request that could not be read; its head is null where that was why. */
    default Response unreadable(@Nullable Head head, String peer, FramingException why) {
        return Response.empty(why.status());
    }
}
