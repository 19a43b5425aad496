package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.AmbiguousRequests;
import dev.rctp.gateway.http.AmbiguousRequests.Case;
import dev.rctp.gateway.http.framing.FramingGuard;
import dev.rctp.gateway.http.framing.FramingViolation;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class FramingGuardTest {

    static List<Case> cases() {
        return AmbiguousRequests.http1();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    @DisplayName("the verdict does not depend on how the bytes are cut")
    void octetByOctet(Case each) {
        byte[] octets = each.octets().getBytes(ISO_8859_1);
        Passed whole = pass(octets, octets.length);
        assertThat(pass(octets, octets.length > 100_000 ? 13 : 1)).isEqualTo(whole);
        assertThat(pass(octets, 7)).isEqualTo(whole);
    }

    @Test
    @DisplayName("what follows a message waits until it is asked for")
    void oneMessageAtATime() {
        FramingGuard guard = guard();
        EmbeddedChannel channel = new EmbeddedChannel(guard);
        String request = "GET / HTTP/1.1\r\nHost: shop.example\r\n\r\n";
        channel.writeInbound(Unpooled.copiedBuffer(request + request, ISO_8859_1));
        assertThat(text(channel)).isEqualTo(request);
        guard.open();
        channel.read();
        assertThat(text(channel)).isEqualTo(request);
        channel.finishAndReleaseAll();
    }

    private record Passed(String octets, boolean violated) {}

    private static Passed pass(byte[] octets, int step) {
        boolean[] violated = new boolean[1];
        EmbeddedChannel channel = new EmbeddedChannel(guard(), new ChannelInboundHandlerAdapter() {
            @Override
            public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
                violated[0] |= event instanceof FramingViolation;
            }
        });
        for (int i = 0; i < octets.length; i += step) {
            channel.writeInbound(Unpooled.copiedBuffer(octets, i, Math.min(step, octets.length - i)));
        }
        Passed passed = new Passed(text(channel), violated[0]);
        channel.finishAndReleaseAll();
        return passed;
    }

    private static String text(EmbeddedChannel channel) {
        StringBuilder text = new StringBuilder();
        ByteBuf next;
        while ((next = channel.readInbound()) != null) {
            text.append(next.toString(ISO_8859_1));
            next.release();
        }
        return text.toString();
    }

    private static FramingGuard guard() {
        return new FramingGuard(8 << 10, 32 << 10);
    }
}
