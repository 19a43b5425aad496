package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.enforce.Marketplace;
import dev.rctp.gateway.enforce.UpstreamRequest;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.CoveredComponents;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.SignatureFields;
import java.io.IOException;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The marketplace API over HTTP; each attempt is signed anew with the gateway's key (PRX-6). */
public final class SignedMarketplace implements Marketplace, UpstreamStamp {

    private static final Logger LOG = LoggerFactory.getLogger(SignedMarketplace.class);
    private static final int LARGEST_ANSWER = 8 << 20;

    private final OutboundClient client;
    private final Origin origin;
    private final MessageSigner signer;

    /** Sends to this origin over this client. */
    public SignedMarketplace(OutboundClient client, Origin origin, MessageSigner signer) {
        this.client = client;
        this.origin = origin;
        this.signer = signer;
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

    /** Signs the head of an ungoverned request, whose body is streamed and so without a digest (PRX-4). */
    @Override
    public HttpFields stamp(RequestMessage request) {
        return signed(request, false);
    }

    private OutboundRequest outbound(UpstreamRequest request, Duration deadline) {
        boolean hasBody = request.body().length > 0;
        HttpFields fields = hasBody
                ? request.fields().toBuilder()
                        .set("content-digest", ContentDigest.of(request.body()))
                        .build()
                : request.fields();
        HttpFields signed = signed(message(request, fields), hasBody);
        return new OutboundRequest(
                origin, request.method(), request.target(), signed, request.body(), deadline, LARGEST_ANSWER, true);
    }

    private RequestMessage message(UpstreamRequest request, HttpFields fields) {
        int mark = request.target().indexOf('?');
        String path = mark < 0 ? request.target() : request.target().substring(0, mark);
        String query = mark < 0 ? null : request.target().substring(mark + 1);
        return new RequestMessage(
                request.method(), origin.tls() ? "https" : "http", origin.authority(), path, query, fields);
    }

    private HttpFields signed(RequestMessage request, boolean hasBody) {
        SignatureFields signature = signer.signRequest(request, CoveredComponents.ofRequest(request, hasBody));
        return request.fields().toBuilder()
                .set("signature-input", signature.signatureInput())
                .set("signature", signature.signature())
                .build();
    }
}
