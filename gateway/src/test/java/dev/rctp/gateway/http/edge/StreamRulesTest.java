package dev.rctp.gateway.http.edge;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.RecordingUpstream;
import dev.rctp.gateway.http.edge.FramingCases.Expect;
import dev.rctp.gateway.http.edge.StreamCases.Case;
import dev.rctp.gateway.http.tls.PemFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@DisplayName("PRX-7 over HTTP/2: what is ambiguous is 400 and the end of the stream, and nothing of it goes on")
class StreamRulesTest {

    private static final AtomicInteger REACHED = new AtomicInteger();

    @TempDir
    private static Path folder;

    private static RecordingUpstream upstream;
    private static EncryptedEdge edge;
    private static SSLContext client;

    @BeforeAll
    static void start() throws Exception {
        upstream = new RecordingUpstream(wire -> {
            while (!wire.head().isEmpty()) {
                REACHED.incrementAndGet();
                wire.sendHead("HTTP/1.1 200 OK", "Content-Length: 0");
            }
        });
        PemFiles pem = PemFiles.ec(folder);
        client = PemFiles.trusting(pem);
        edge = new EncryptedEdge(pem, upstream.origin(), request -> {
            REACHED.incrementAndGet();
            return PlainReplies.text(200, "handled");
        });
    }

    @AfterAll
    static void stop() throws Exception {
        edge.close();
        upstream.close();
    }

    static List<Case> cases() {
        return StreamCases.all();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("cases")
    void onTheWire(Case each) throws Exception {
        int before = REACHED.get();
        try (FrameWire wire = new FrameWire(edge.address(), client)) {
            FrameWire.Answer answer = wire.send(each.frames()).answer(1);
            int expected = switch (each.expect()) {
                case PASS -> 200;
                case REFUSE -> 400;
                case TOO_LARGE -> 431;
            };
            assertThat(answer.status()).as(answer.toString()).isEqualTo(expected);
            assertThat(answer.whole()).isTrue();
            assertThat(REACHED.get() - before).isEqualTo(each.expect() == Expect.PASS ? 1 : 0);
            assertThat(wire.request(3, true, "GET", "/catalog").answer(3).status())
                    .as("the connection lives on")
                    .isEqualTo(200);
        }
    }
}
