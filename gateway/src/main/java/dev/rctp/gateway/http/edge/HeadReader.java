package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.edge.IncomingFields.Clean;
import dev.rctp.gateway.http.edge.RequestTarget.Ambiguous;
import dev.rctp.gateway.http.edge.RequestTarget.Plain;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.IdSource;
import io.netty.handler.codec.http.HttpHeaders;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Turns a decoded head into what the gateway works with, or refuses it: target, authority and fields (PRX-4, PRX-7, SIG-5). */
final class HeadReader {

    private static final int MAX_REQUEST_ID = 128;

    private final String scheme;
    private final Authorities authorities;
    private final TargetClassifier classifier;
    private final IdSource ids;
    private final InstantSource clock;

    HeadReader(EdgeSettings settings, TargetClassifier classifier, IdSource ids, InstantSource clock) {
        this.scheme = settings.scheme();
        this.authorities = new Authorities(settings.scheme(), settings.hosts());
        this.classifier = classifier;
        this.ids = ids;
        this.clock = clock;
    }

    HeadReading read(HttpRequest request, InetAddress remote) {
        String requestId = requestId(request.headers());
        String expectation = request.headers().get("expect");
        String authority = authorities.find(String.valueOf(request.headers().get("host")));
        if (request.decoderResult().isFailure()) {
            return new HeadReading.Refused(requestId, "malformed head");
        }
        if (authority == null) {
            return new HeadReading.Refused(requestId, "the host is not one of this gateway's");
        }
        if (expectation != null && !expectation.equalsIgnoreCase("100-continue")) {
            return new HeadReading.Refused(requestId, "unknown expectation");
        }
        return switch (RequestTarget.read(request.method().name(), request.uri(), classifier)) {
            case Ambiguous(String sentence) -> new HeadReading.Refused(requestId, sentence);
            case Plain target ->
                switch (IncomingFields.clean(request.headers())) {
                    case IncomingFields.Refused(String sentence) -> new HeadReading.Refused(requestId, sentence);
                    case Clean clean -> accept(request, authority, target, clean, requestId, remote);
                };
        };
    }

    private AcceptedHead accept(
            HttpRequest request, String authority, Plain target, Clean clean, String requestId, InetAddress remote) {
        boolean http10 = request.protocolVersion().equals(HttpVersion.HTTP_1_0);
        return new AcceptedHead(
                new RequestMessage(
                        request.method().name(), scheme, authority, target.path(), target.query(), clean.fields()),
                target.classification(),
                contentLength(request),
                !http10 && request.headers().contains("expect"),
                request.protocolVersion(),
                !http10 && HttpUtil.isKeepAlive(request),
                upgrade(request),
                requestId,
                now(),
                remote);
    }

    /** What the client sent, where it is 1 to 128 visible ASCII characters; else a new one (RSP-2). */
    String requestId(HttpHeaders headers) {
        String sent = headers.get("request-id");
        boolean kept = sent != null
                && !sent.isEmpty()
                && sent.length() <= MAX_REQUEST_ID
                && sent.chars().allMatch(c -> c > 0x20 && c < 0x7f);
        return kept && sent != null ? sent : newRequestId();
    }

    /** The time by the edge's clock. */
    Instant now() {
        return clock.instant();
    }

    String newRequestId() {
        return ids.next("req_");
    }

    private static long contentLength(HttpRequest request) {
        return HttpUtil.isTransferEncodingChunked(request)
                ? AcceptedHead.CHUNKED
                : HttpUtil.getContentLength(request, 0L);
    }

    private static @Nullable String upgrade(HttpRequest request) {
        String protocol = request.headers().get("upgrade");
        boolean asked = protocol != null && request.headers().containsValue("connection", "upgrade", true);
        return asked && protocol != null ? protocol.toLowerCase(Locale.ROOT) : null;
    }
}
