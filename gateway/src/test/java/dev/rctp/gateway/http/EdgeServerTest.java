package dev.rctp.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EdgeServerTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);

    private final Queue<InboundRequest> handled = new ConcurrentLinkedQueue<>();

    private Reply echo(InboundRequest request) {
        handled.add(request);
        return PlainReplies.text(200, "got " + new String(request.body(), ISO_8859_1));
    }

    @Test
    @DisplayName("PRX-4: a governed call reaches the handler whole, and the connection goes on")
    void governedCalls() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, this::echo);
                Wire wire = edge.connect()) {
            wire.sendHead("POST /listings/l1/offers?a=%2b HTTP/1.1", "Host: SHOP.example:443", "Content-Length: 5")
                    .send("hello");
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("got hello");
            wire.sendHead("POST /listings/l1/offers HTTP/1.1", "Host: shop.example", "Transfer-Encoding: chunked")
                    .send("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
            assertThat(wire.response()).endsWith("got abcde");
        }
        InboundRequest first = handled.remove();
        assertThat(first.message().authority()).isEqualTo("shop.example");
        assertThat(first.message().path()).isEqualTo("/listings/l1/offers");
        assertThat(first.message().query()).isEqualTo("a=%2b");
    }
}
