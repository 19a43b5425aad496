package dev.rctp.gateway.http.outbound;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.Transport;
import dev.rctp.msgsig.HttpFields;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class AddressTurnsTest {

    private static final InetAddress A = InetAddress.ofLiteral("192.0.2.1");
    private static final InetAddress B = InetAddress.ofLiteral("192.0.2.2");
    private static final InetAddress C = InetAddress.ofLiteral("192.0.2.3");

    private final AtomicLong now = new AtomicLong();
    private final AddressTurns turns = new AddressTurns(now::get);

    private void pass(long millis) {
        now.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    @Test
    @DisplayName("PRX-5: several addresses are used in turn")
    void inTurn() {
        List<InetAddress> all = List.of(A, B, C);
        assertThat(List.of(
                        turns.order(all).getFirst(),
                        turns.order(all).getFirst(),
                        turns.order(all).getFirst()))
                .containsExactly(A, B, C);
        assertThat(turns.order(all)).containsExactly(A, B, C);
        assertThat(turns.order(List.of(A))).containsExactly(A);
    }

    @Test
    @DisplayName(
            "PRX-5: one that fails goes last for a time that grows to 32 s, and is like the others once it is reached")
    void aside() {
        List<InetAddress> all = List.of(A, B);
        turns.failed(A);
        assertThat(turns.order(all)).containsExactly(B, A);
        assertThat(turns.order(all)).containsExactly(B, A);
        pass(1000);
        assertThat(List.of(turns.order(all).getFirst(), turns.order(all).getFirst()))
                .contains(A);
        turns.failed(A);
        pass(1999);
        assertThat(turns.order(all)).containsExactly(B, A);
        for (int i = 0; i < 20; i++) {
            turns.failed(A);
        }
        pass(31_999);
        assertThat(turns.order(all)).containsExactly(B, A);
        turns.reached(A);
        assertThat(List.of(turns.order(all).getFirst(), turns.order(all).getFirst()))
                .contains(A);
    }

    @Test
    @DisplayName("PRX-5: where all have failed, all are tried, the one that is due first at first")
    void allAside() {
        turns.failed(B);
        pass(10);
        turns.failed(A);
        assertThat(turns.order(List.of(A, B))).containsExactly(B, A);
    }

    @Test
    @DisplayName("PRX-5: a call reaches the address that answers, whichever comes first")
    void reachesTheOther() throws Exception {
        InetAddress dead = InetAddress.ofLiteral("127.0.0.2");
        InetAddress live = InetAddress.ofLiteral("127.0.0.1");
        try (Transport transport = Transport.open(1);
                RecordingUpstream upstream = new RecordingUpstream(new ServerSocket(0, 50, live), wire -> {
                    wire.head();
                    wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0", "Connection: close");
                });
                OutboundClient client = new OutboundClient(
                        transport, OutboundSettings.defaults(), host -> new InetAddress[] {dead, live})) {
            Origin origin = new Origin(false, "shop.test", upstream.address().getPort());
            for (int i = 0; i < 4; i++) {
                OutboundRequest get = new OutboundRequest(
                        origin, "GET", "/", HttpFields.none(), new byte[0], Duration.ofSeconds(20), 10, false);
                assertThat(client.exchange(get).status()).isEqualTo(200);
            }
        }
    }
}
