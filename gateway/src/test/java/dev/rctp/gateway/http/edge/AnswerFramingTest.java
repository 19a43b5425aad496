package dev.rctp.gateway.http.edge;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.Wire;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.msgsig.HttpFields;
import java.util.Locale;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerFramingTest {

    private static final Origin NOWHERE = new Origin(false, "127.0.0.1", 9);
    private static final String HOST = "Host: shop.example";
    private static final String DATE =
            "(?s).*\r\ndate: [A-Z][a-z]{2}, \\d{2} [A-Z][a-z]{2} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT\r\n.*";

    /** What the request asks for. */
    private static Reply answer(InboundRequest request) {
        int status =
                Integer.parseInt(request.message().fields().combined("x-status").orElse("200"));
        String body = request.message().fields().combined("x-body").orElse("");
        return new Reply(status, HttpFields.of("x-answer", "1"), body.getBytes(UTF_8));
    }

    @ParameterizedTest(name = "{0} {1} with body \"{2}\"")
    @CsvSource({
        "GET, 405, '', 0",
        "GET, 304, '', -1",
        "GET, 204, '', -1",
        "GET, 304, ignored, -1",
        "GET, 204, ignored, -1",
        "GET, 200, '', 0",
        "GET, 200, abc, 3",
        "GET, 404, '', 0"
    })
    @DisplayName("RFC 9112 6.3: an answer ends where its framing says, and the next one follows; each has a date")
    void framing(String method, int status, String body, int length) throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, AnswerFramingTest::answer);
                Wire wire = edge.connect()) {
            wire.sendHead(method + " /offers/off_1 HTTP/1.1", HOST, "X-Status: " + status, "X-Body: " + body);
            String head = wire.head();
            assertThat(head).startsWith("HTTP/1.1 " + status).matches(DATE).doesNotContain("transfer-encoding");
            if (length < 0) {
                assertThat(head.toLowerCase(Locale.ROOT)).doesNotContain("content-length");
            } else {
                assertThat(head).contains("content-length: " + length + "\r\n");
                assertThat(wire.octets(length)).isEqualTo(body);
            }
            wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST, "X-Body: next");
            assertThat(wire.response()).startsWith("HTTP/1.1 200").endsWith("\r\n\r\nnext");
        }
    }

    @Test
    @DisplayName("RFC 9110 9.3.2: a HEAD is told the length of what a GET gets, without it")
    void head() throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, AnswerFramingTest::answer);
                Wire wire = edge.connect()) {
            wire.sendHead("HEAD /offers/off_1 HTTP/1.1", HOST, "X-Body: four");
            assertThat(wire.head())
                    .startsWith("HTTP/1.1 200")
                    .contains("content-length: 4\r\n")
                    .matches(DATE);
            wire.sendHead("GET /offers/off_1 HTTP/1.1", HOST, "X-Body: next");
            assertThat(wire.response()).endsWith("\r\n\r\nnext");
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({"GET /a;b HTTP/1.1, 400", "POST /unlisted HTTP/1.1, 403", "nonsense, 400", "GET /catalog HTTP/1.1, 503"
    })
    @DisplayName("RFC 9110 6.6.1: the edge's own answers have a date too")
    void edgeAnswers(String line, int status) throws Exception {
        try (TestEdge edge = new TestEdge(NOWHERE, AnswerFramingTest::answer);
                Wire wire = edge.connect()) {
            wire.sendHead(line, HOST);
            assertThat(wire.response()).startsWith("HTTP/1.1 " + status).matches(DATE);
        }
    }
}
