package dev.rctp.conformance.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a target may send instead of an answer costs bounded time and room, and is told in own words. */
class AnswerReaderTest {

    private static AnswerReader reader(String answer, Duration most) {
        return new AnswerReader(new ByteArrayInputStream(answer.getBytes(StandardCharsets.ISO_8859_1)), most);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: -1",
                "Content-Length: +5",
                "Content-Length: 99999999999999999999",
                "Content-Length: five",
                "Transfer-Encoding: chunked\r\n\r\n\u001b]0;",
                "Content-Length: 9",
                "no header"
            })
    void anOddAnswerIsNoAnswer(String fields) {
        assertThatThrownBy(() -> reader("HTTP/1.1 200 OK\r\n" + fields + "\r\n\r\nshort\r\n", Duration.ofMinutes(1))
                        .read("GET"))
                .isInstanceOf(IOException.class)
                .message()
                .doesNotContain("For input string", "\u001b");
    }

    @Test
    void anEndlessLineEnds() {
        assertThatThrownBy(() -> reader("HTTP/1.1 200 OK\r\nX: " + "a".repeat(70_000), Duration.ofMinutes(1))
                        .read("GET"))
                .hasMessageContaining("64 KiB");
    }

    @Test
    void anEndlessAnswerEndsInTime() {
        InputStream endless = new InputStream() {
            private int next;

            @Override
            public int read() {
                String interim = "HTTP/1.1 103 Early Hints\r\n\r\n";
                return interim.charAt(next++ % interim.length());
            }

            @Override
            public int read(byte[] octets, int from, int most) {
                octets[from] = (byte) read();
                return 1;
            }
        };

        assertThatThrownBy(() -> new AnswerReader(endless, Duration.ofMillis(50)).read("GET"))
                .isInstanceOf(SocketTimeoutException.class);
    }

    @Test
    void aChunkedAnswerIsRead() throws IOException {
        AnswerReader.Read read = reader(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
                        Duration.ofMinutes(1))
                .read("GET");

        assertThat(read.body()).asString().isEqualTo("abc");
        assertThat(read.reusable()).isTrue();
    }
}
