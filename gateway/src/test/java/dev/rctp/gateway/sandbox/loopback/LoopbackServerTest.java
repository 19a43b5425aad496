package dev.rctp.gateway.sandbox.loopback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class LoopbackServerTest {

    private final Logger log = (Logger) LoggerFactory.getLogger(LoopbackServer.class);
    private final ListAppender<ILoggingEvent> seen = new ListAppender<>();
    private final TestClient http = new TestClient();
    private LoopbackServer server;

    @BeforeEach
    void start() throws IOException {
        seen.start();
        log.addAppender(seen);
        server = LoopbackServer.bind("server under test", 0);
    }

    @AfterEach
    void stop() {
        server.close();
        http.close();
        log.detachAppender(seen);
    }

    @Test
    @DisplayName("An answer that can't be written is a closed connection and a line in the log")
    void unwritable() {
        server.serve(request -> Outgoing.empty(200).with("x", "a\nb"));

        assertThatThrownBy(() -> http.get(server.address() + "/")).isInstanceOf(UncheckedIOException.class);
        assertThat(seen.list).anyMatch(line -> line.getMessage().contains("failed to write an answer"));
    }

    @Test
    @DisplayName("An answer that breaks off is a closed connection and a line in the log")
    void brokenOff() {
        Outgoing.Body body = new Outgoing.Body() {
            @Override
            public long length() {
                return 10;
            }

            @Override
            public void writeTo(OutputStream out) throws IOException {
                out.write(1);
                throw new IllegalStateException("half way");
            }
        };
        server.serve(request -> new Outgoing(200, Outgoing.empty(200).fields(), body));

        assertThatThrownBy(() -> http.get(server.address() + "/")).isInstanceOf(UncheckedIOException.class);
        assertThat(seen.list).anyMatch(line -> line.getMessage().contains("failed to write an answer"));
    }
}
