package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.limits.AddressLimits;
import dev.rctp.gateway.limits.Room;
import dev.rctp.registries.IdSource;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class LateHeadTest {

    private static final String HEAD = "GET /offers/off_1 HTTP/1.1\r\nHost: shop.example\r\n";

    /** A client that takes no octet: nothing is ever written whole. */
    private static final class Unread extends ChannelDuplexHandler {

        private final List<String> written = new ArrayList<>();

        @Override
        public void write(ChannelHandlerContext ctx, Object message, ChannelPromise promise) {
            written.add(((ByteBuf) message).toString(ISO_8859_1));
            ReferenceCountUtil.release(message);
        }
    }

    private static final class Client extends EmbeddedChannel {

        @Override
        protected SocketAddress remoteAddress0() {
            return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        }
    }

    @Test
    @DisplayName("B31: a head that is completed after its 408 is never a request")
    void completedLate() {
        List<String> classified = new ArrayList<>();
        EdgeSettings settings = headsWithin(Duration.ofNanos(1));
        TargetClassifier classifier = (method, path) -> {
            classified.add(path);
            return Classification.REFUSED_WRITE;
        };
        Unread unread = new Unread();
        HeadReader reader =
                new HeadReader(settings, classifier, IdSource.random(new SecureRandom()), InstantSource.system());
        PlainReplies replies = new PlainReplies();
        EdgeParts parts = new EdgeParts(
                settings,
                reader,
                replies,
                new ReplyWriting(InstantSource.system()),
                new Calls(request -> PlainReplies.text(200, ""), replies),
                new Forwarding.None(),
                new Room(1),
                new Intake(new Room(1), new Room(1)),
                new Intake(new Room(1), new Room(1)),
                AddressLimits.none());
        Client client = new Client();
        client.pipeline().addLast(unread);
        client.pipeline().addLast(new ClientChannel(parts, Http1Wire.install(client, settings), true));

        client.writeInbound(Unpooled.copiedBuffer(HEAD, ISO_8859_1));
        client.runScheduledPendingTasks();
        assertThat(String.join("", unread.written)).startsWith("HTTP/1.1 408");
        client.writeInbound(Unpooled.copiedBuffer("\r\n", ISO_8859_1));

        assertThat(classified).isEmpty();
        client.finishAndReleaseAll();
    }

    private static EdgeSettings headsWithin(Duration time) {
        EdgeSettings usual =
                EdgeSettings.defaults(new InetSocketAddress(0), "https", new HostRule.OneOf(Set.of("shop.example")));
        return new EdgeSettings(
                usual.bind(),
                usual.scheme(),
                usual.hosts(),
                usual.maxRequestLineBytes(),
                usual.maxHeadBytes(),
                usual.maxGovernedBodyBytes(),
                time,
                usual.bodyTimeout(),
                usual.idleTimeout(),
                usual.maxConnections(),
                usual.maxConcurrentCalls(),
                usual.tls());
    }
}
