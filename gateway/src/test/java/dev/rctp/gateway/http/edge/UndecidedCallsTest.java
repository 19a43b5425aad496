package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.NameLookup;
import dev.rctp.gateway.http.outbound.Origin;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class UndecidedCallsTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);

    private static EdgeSettings oneCall(EdgeSettings from) {
        Duration time = Duration.ofSeconds(10);
        return new EdgeSettings(
                from.bind(), from.scheme(), from.hosts(), 8192, 32768, 65536, time, time, time, 8, 1, from.tls());
    }

    private static TestEdge edge(RequestHandler handler, EdgeReplies replies) {
        return new TestEdge(
                NOWHERE, handler, replies, UndecidedCallsTest::oneCall, same -> same, NameLookup.platform());
    }

    private static String call(TestEdge edge) throws Exception {
        try (Wire wire = edge.connect()) {
            return wire.sendHead("GET /offers/off_1 HTTP/1.1", "Host: shop.example")
                    .response();
        }
    }

    static Stream<Throwable> everyKind() {
        return Stream.of(
                new IllegalStateException("broken"),
                new StackOverflowError(),
                new OutOfMemoryError("broken"),
                new NoClassDefFoundError("broken"),
                new ExceptionInInitializerError("broken"),
                new AssertionError("broken"),
                new InterruptedException("broken"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("everyKind")
    @DisplayName("DEC-5: whatever a call fails with, it is answered with 503 and its place is free again")
    void failures(Throwable failure) throws Exception {
        AtomicBoolean failing = new AtomicBoolean(true);
        RequestHandler handler = request -> {
            if (failing.get()) {
                UndecidedCallsTest.<RuntimeException>fail(failure);
            }
            return PlainReplies.text(200, "fine");
        };
        try (TestEdge edge = edge(handler, new PlainReplies())) {
            for (int i = 0; i < 3; i++) {
                assertThat(call(edge)).startsWith("HTTP/1.1 503").doesNotContain("broken", "too many");
            }
            failing.set(false);
            assertThat(call(edge)).startsWith("HTTP/1.1 200");
        }
    }

    @Test
    @DisplayName("DEC-5: where not even the refusal can be made, a bare 503 is given")
    void refusalFails() throws Exception {
        PlainReplies broken = new PlainReplies() {
            @Override
            public Reply unavailable(EdgeCall call, String sentence) {
                throw new IllegalStateException("broken");
            }
        };
        RequestHandler failing = request -> {
            throw new IllegalStateException("broken");
        };
        try (TestEdge edge = edge(failing, broken)) {
            for (int i = 0; i < 3; i++) {
                assertThat(call(edge)).startsWith("HTTP/1.1 503").contains("content-length: 0\r\n", "retry-after: 1");
            }
        }
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T extends Throwable> void fail(Throwable failure) throws T {
        throw (T) failure;
    }
}
