package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.gateway.http.outbound.Lanes;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Admission;
import dev.rctp.gateway.observe.trace.CallTrace;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;

/** Streams what is not governed to the marketplace and back (PRX-4, PRX-5). */
public final class UngovernedRelay implements Forwarding, AutoCloseable {

    private static final byte[] NO_BODY = {};

    private final RelaySettings settings;
    private final UpstreamStamp stamp;
    private final Lanes lanes;
    private final EdgeLog log;
    private volatile boolean forwardAuthorization;
    private final Tracing tracing;

    /** A relay that connects when first used; it does not own the transport. */
    public UngovernedRelay(
            Transport transport,
            RelaySettings settings,
            UpstreamStamp stamp,
            NameLookup lookup,
            EdgeLog log,
            Tracing tracing) {
        this.settings = settings;
        this.stamp = stamp;
        this.lanes = new Lanes(transport, settings.upstream(), settings.connecting(), lookup);
        this.log = log;
        this.forwardAuthorization = settings.forwardAuthorization();
        this.tracing = tracing;
    }

    EdgeLog log() {
        return log;
    }

    RelaySettings settings() {
        return settings;
    }

    @Override
    public Admission admit(AddressLimits addresses, InetAddress from) {
        return addresses.relay(from, settings.addressShare());
    }

    @Override
    public Exchange exchange(ClientChannel client, EdgeParts edge, AcceptedHead head) {
        return new RelayExchange(this, client, edge, head, tracing.begin(head.message()));
    }

    /** The head to send for a client's, within this trace. */
    HttpRequest request(AcceptedHead head, CallTrace trace) {
        RequestMessage message = head.message();
        HttpFields fields = stamp.stamp(
                new RequestMessage(
                        message.method(),
                        settings.upstream().tls() ? "https" : "http",
                        settings.upstream().authority(),
                        message.path(),
                        message.query(),
                        trace.passedOn(fields(head))),
                NO_BODY);
        String target = message.query() == null ? message.path() : message.path() + "?" + message.query();
        HttpRequest request =
                new DefaultHttpRequest(HttpVersion.HTTP_1_1, HttpMethod.valueOf(message.method()), target);
        request.headers().set(HttpHeaderNames.HOST, settings.upstream().authority());
        fields.lines().forEach(field -> request.headers().add(field.name(), field.value()));
        if (head.contentLength() == AcceptedHead.CHUNKED) {
            request.headers().set(HttpHeaderNames.TRANSFER_ENCODING, "chunked");
        }
        if (head.asksForWebSocket()) {
            request.headers().set(HttpHeaderNames.CONNECTION, "upgrade").set(HttpHeaderNames.UPGRADE, "websocket");
        }
        return request;
    }

    private HttpFields fields(AcceptedHead head) {
        HttpFields.Builder fields = ForwardedFields.replace(head.message(), head.remote()).toBuilder();
        if (!forwardAuthorization) {
            fields.remove("authorization");
        }
        return fields.remove("host")
                .set("request-id", head.requestId())
                .add("via", head.version().majorVersion() + "." + head.version().minorVersion() + " rctp")
                .build();
    }

    /** Seeks a lane for this user, who is told on its loop whether there is one. */
    void connect(EventLoop loop, boolean webSocket, RelayExchange user) {
        lanes.seek(loop, webSocket, lane -> {
            if (lane == null) {
                user.connectFailed();
            } else {
                user.connected(new UpstreamConnection(lane));
            }
        });
    }

    /** A kept connection has turned out dead: the others of this loop are closed too. */
    void distrust(EventLoop loop) {
        lanes.distrust(loop);
    }

    /** Whether {@code Authorization} goes along from now on (PRX-4). */
    public void reload(boolean authorization) {
        forwardAuthorization = authorization;
    }

    /** Uses no connection again that is open now; exchanges in flight go on. */
    public void renew() {
        lanes.renew();
    }

    /** Connections that exchanges use. */
    public int inUse() {
        return lanes.inUse();
    }

    /** Open connections that none uses. */
    public int idle() {
        return lanes.idle();
    }

    /** Exchanges that wait for a connection. */
    public int waiting() {
        return lanes.waiting();
    }

    /** Closes the connections. */
    @Override
    public void close() {
        lanes.close();
    }
}
