package dev.rctp.gateway.http.outbound;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.rctp.grant.AuthorizationServerTransport;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.function.UnaryOperator;

/**
 * The way to the authorization server (GRA-4). Reading and introspecting change nothing there, so that a kept connection which turns
 * out dead before any byte of an answer is replaced once; nothing else is repeated.
 */
public final class AuthorizationServerConnection implements AuthorizationServerTransport {

    private static final int MAX_BYTES = 256 << 10;

    private final OutboundClient client;
    private final Duration deadline;
    private final UnaryOperator<HttpFields> trace;

    /**
     * A way through this client with this deadline for each whole exchange.
     *
     * @param trace adds what tells the server of the trace that the question belongs to
     */
    public AuthorizationServerConnection(OutboundClient client, Duration deadline, UnaryOperator<HttpFields> trace) {
        this.client = client;
        this.deadline = deadline;
        this.trace = trace;
    }

    @Override
    public Answer get(URI uri) throws IOException, InterruptedException {
        HttpFields fields = HttpFields.of("accept", "application/json");
        return answer(client.exchange(OutboundRequest.get(uri, trace.apply(fields), deadline, MAX_BYTES)));
    }

    @Override
    public Answer postForm(URI uri, String basicCredentials, String form) throws IOException, InterruptedException {
        HttpFields fields = HttpFields.of(
                "accept", "application/json",
                "content-type", "application/x-www-form-urlencoded",
                "authorization", "Basic " + basicCredentials);
        return answer(client.exchange(
                OutboundRequest.post(uri, trace.apply(fields), form.getBytes(UTF_8), deadline, MAX_BYTES, true)));
    }

    private static Answer answer(OutboundResponse response) {
        return new Answer(
                response.status(), response.fields().combined("content-type").orElse(null), response.body());
    }
}
