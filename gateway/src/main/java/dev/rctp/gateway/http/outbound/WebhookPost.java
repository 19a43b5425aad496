package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.webhook.Post;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;

/** Posts webhooks (WHK-1): to operators as a {@link GuardedClient} may, to the marketplace as configured. */
public final class WebhookPost implements Post {

    private static final int LARGEST_ANSWER = 64 << 10;

    /** One exchange. */
    private interface Exchanging {
        OutboundResponse exchange(OutboundRequest request) throws IOException, InterruptedException;
    }

    private final Exchanging client;

    private WebhookPost(Exchanging client) {
        this.client = client;
    }

    /** To addresses that operators name. */
    public static WebhookPost to(GuardedClient client) {
        return new WebhookPost(client::exchange);
    }

    /** To an address that the configuration names. */
    public static WebhookPost to(OutboundClient client) {
        return new WebhookPost(client::exchange);
    }

    @Override
    public int send(URI url, HttpFields fields, byte[] body, Duration deadline)
            throws IOException, InterruptedException {
        OutboundRequest request;
        try {
            request = OutboundRequest.post(url, fields, body, deadline, LARGEST_ANSWER, true);
        } catch (IllegalArgumentException malformed) {
            throw new NotSentException("not an http or https URL", malformed);
        }
        return client.exchange(request).status();
    }
}
