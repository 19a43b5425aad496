package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.Transport;
import dev.rctp.gateway.http.UpstreamStamp;
import dev.rctp.gateway.http.outbound.Dialer;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.NameResolver;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import io.netty.channel.EventLoop;
import io.netty.handler.codec.http.DefaultHttpRequest;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpVersion;
import java.net.InetAddress;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Streams what is not governed to the marketplace and back (PRX-4, PRX-5). */
public final class UngovernedRelay implements Forwarding, AutoCloseable {

    private final RelaySettings settings;
    private final UpstreamStamp stamp;
    private final Dialer dialer;
    private final NameResolver names;
    private final EdgeLog log;
    private final Map<EventLoop, Deque<UpstreamConnection>> kept = new ConcurrentHashMap<>();

    /** A relay that connects when first used; it does not own the transport. */
    public UngovernedRelay(
            Transport transport, RelaySettings settings, UpstreamStamp stamp, NameLookup lookup, EdgeLog log) {
        this.settings = settings;
        this.stamp = stamp;
        this.dialer = new Dialer(transport, settings.tls(), settings.connectTimeout());
        this.names = new NameResolver(lookup);
        this.log = log;
    }

    EdgeLog log() {
        return log;
    }

    RelaySettings settings() {
        return settings;
    }

    @Override
    public Exchange exchange(ClientConnection client, EdgeParts edge, AcceptedHead head) {
        return new RelayExchange(this, client, edge, head);
    }

    /** The head to send for a client's. */
    HttpRequest request(AcceptedHead head) {
        RequestMessage message = head.message();
        HttpFields fields = stamp.stamp(new RequestMessage(
                message.method(),
                settings.upstream().tls() ? "https" : "http",
                settings.upstream().authority(),
                message.path(),
                message.query(),
                fields(head)));
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
        if (!settings.forwardAuthorization()) {
            fields.remove("authorization");
        }
        return fields.remove("host")
                .set("request-id", head.requestId())
                .add("via", (head.http10() ? "1.0" : "1.1") + " rctp")
                .build();
    }

    /** A kept connection of this loop that looks alive, or null. */
    @Nullable
    UpstreamConnection take(EventLoop loop) {
        Deque<UpstreamConnection> own = kept(loop);
        UpstreamConnection connection;
        do {
            connection = own.pollFirst();
        } while (connection != null && !connection.isActive());
        return connection;
    }

    /** Keeps a connection of this loop, or closes it where there are enough. */
    void keep(EventLoop loop, UpstreamConnection connection) {
        Deque<UpstreamConnection> own = kept(loop);
        own.removeIf(idle -> !idle.isActive());
        if (own.size() < settings.maxIdlePerLoop()) {
            own.addFirst(connection);
            connection.rest(settings.streamIdleTimeout());
        } else {
            connection.close();
        }
    }

    private Deque<UpstreamConnection> kept(EventLoop loop) {
        return kept.computeIfAbsent(loop, any -> new ArrayDeque<>());
    }

    /** Opens a connection on this loop for this user, who is told there whether it succeeded. */
    void connect(EventLoop loop, RelayExchange user) {
        names.resolve(settings.upstream().host(), loop, found -> dial(loop, user, found));
    }

    private void dial(EventLoop loop, RelayExchange user, List<InetAddress> addresses) {
        if (addresses.isEmpty()) {
            user.connectFailed();
            return;
        }
        UpstreamConnection connection = new UpstreamConnection();
        dialer.dial(settings.upstream(), addresses.getFirst(), loop, false, connection.decoder(), connection)
                .addListener(done -> {
                    if (done.isSuccess()) {
                        user.connected(connection, true);
                    } else if (addresses.size() > 1) {
                        dial(loop, user, addresses.subList(1, addresses.size()));
                    } else {
                        user.connectFailed();
                    }
                });
    }

    /** Stops looking up names; connections end with the transport. */
    @Override
    public void close() {
        names.close();
    }
}
