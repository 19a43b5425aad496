package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.enforce.Marketplace;
import dev.rctp.gateway.enforce.UpstreamRequest;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The marketplace API over HTTP; each attempt is stamped anew (PRX-6). */
public final class MarketplaceConnection implements Marketplace {

    private static final Logger LOG = LoggerFactory.getLogger(MarketplaceConnection.class);
    private static final int LARGEST_ANSWER = 8 << 20;

    private final OutboundClient client;
    private final Origin origin;
    private final UpstreamStamp stamp;

    /** Sends to this origin over this client. */
    public MarketplaceConnection(OutboundClient client, Origin origin, UpstreamStamp stamp) {
        this.client = client;
        this.origin = origin;
        this.stamp = stamp;
    }

    @Override
    public Answer send(UpstreamRequest request, Duration deadline) throws InterruptedException {
        if (deadline.isNegative() || deadline.isZero()) {
            return new Answer.None();
        }
        try {
            OutboundResponse response = client.exchange(outbound(request, deadline));
            return new Answer.Answered(response.status(), response.body());
        } catch (IOException e) {
            LOG.atWarn().setCause(e).log("the marketplace gave no answer");
            return new Answer.None();
        }
    }

    private OutboundRequest outbound(UpstreamRequest request, Duration deadline) {
        HttpFields stamped = stamp.stamp(message(request), request.body());
        return new OutboundRequest(
                origin, request.method(), request.target(), stamped, request.body(), deadline, LARGEST_ANSWER, true);
    }

    private RequestMessage message(UpstreamRequest request) {
        int mark = request.target().indexOf('?');
        String path = mark < 0 ? request.target() : request.target().substring(0, mark);
        String query = mark < 0 ? null : request.target().substring(mark + 1);
        return new RequestMessage(
                request.method(), origin.tls() ? "https" : "http", origin.authority(), path, query, request.fields());
    }
}
