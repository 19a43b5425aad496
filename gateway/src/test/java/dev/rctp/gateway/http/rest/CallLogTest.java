package dev.rctp.gateway.http.rest;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Outcome;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.edge.Classification;
import dev.rctp.gateway.http.edge.EdgeCall;
import dev.rctp.gateway.http.edge.EdgeReplies;
import dev.rctp.gateway.management.ManagementRefusals;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.Reason;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class CallLogTest {

    private static final Instant RECEIVED = Instant.ofEpochSecond(1_000_000);
    private static final RequestMessage HEAD = new RequestMessage(
            "PUT",
            "https",
            "shop.example",
            "/secret-path",
            "secret=query",
            HttpFields.of("authorization", "Bearer secret"));

    private static EdgeCall call() {
        return new EdgeCall(InetAddress.getLoopbackAddress(), "r1", RECEIVED, HEAD, Classification.REFUSED_WRITE);
    }

    private static List<Map<String, String>> lines(Consumer<CallLog> said) {
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger logger = (Logger) LoggerFactory.getLogger("dev.rctp.calls");
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.addAppender(seen);
        try {
            said.accept(new CallLog(InstantSource.fixed(RECEIVED.plusMillis(7))));
        } finally {
            logger.detachAppender(seen);
            logger.setLevel(before);
        }
        return seen.list.stream().map(CallLogTest::members).toList();
    }

    private static Map<String, String> members(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .collect(Collectors.toMap(pair -> pair.key, pair -> String.valueOf(pair.value)));
    }

    @Test
    @DisplayName("RSP-2: a refusal of the edge is one line with its id, and nothing of the request but its method")
    void refused() {
        List<Map<String, String>> lines = lines(log -> log.refused(call(), 403, "action_forbidden", ""));
        assertThat(lines).hasSize(1);
        assertThat(lines.getFirst())
                .containsEntry("request_id", "r1")
                .containsEntry("duration_ms", "7")
                .containsEntry("decision", "forbid")
                .containsEntry("reason", "action_forbidden")
                .containsEntry("status", "403")
                .containsEntry("method", "PUT")
                .containsEntry("classification", "refused_write");
        assertThat(lines.toString()).doesNotContain("secret");
    }

    @Test
    @DisplayName("RSP-2: a relayed request is one line, which says whether its answer came to an end")
    void relayed() {
        List<Map<String, String>> lines = lines(log -> {
            log.relayed(call(), 200, true);
            log.relayed(call(), 0, false);
        });
        assertThat(lines).extracting(line -> line.get("status")).containsExactly("200", "0");
        assertThat(lines).extracting(line -> line.get("cause")).containsExactly("", "cut_off");
        assertThat(lines.toString()).doesNotContain("secret");
    }

    @Test
    @DisplayName("a refusal at the edge and a relayed request have every member that a decided call has")
    void sameMembers() {
        InboundRequest request =
                new InboundRequest(HEAD, new byte[0], RECEIVED, InetAddress.getLoopbackAddress(), "r1");
        Authentication nobody = new Authentication.Unauthenticated(Reason.SIGNATURE_INVALID, null, "unsigned");
        Outcome outcome = new Outcome(Decision.Forbid.of(null, Reason.REQUEST_INVALID, "no"), false);
        List<Map<String, String>> lines = lines(log -> {
            log.decided(request, nobody, null, Map.of(), outcome);
            log.refused(call(), 400, "request_invalid", "");
            log.relayed(call(), 200, true);
        });
        assertThat(lines).hasSize(3);
        assertThat(lines.get(1).keySet()).containsAll(lines.getFirst().keySet());
        assertThat(lines.get(2).keySet()).containsAll(lines.getFirst().keySet());
    }

    @Test
    @DisplayName("RSP-2, MGT-1: a refusal on the management port is logged, with the status that was answered")
    void management() {
        List<Map<String, String>> lines = lines(log -> {
            EdgeReplies replies = new ManagementRefusals(log);
            List<Reply> given = List.of(
                    replies.badRequest(call(), "x"),
                    replies.timeout(call(), "x"),
                    replies.tooLarge(call(), "x"),
                    replies.headersTooLarge(call(), "x"),
                    replies.limited(call(), "x"),
                    replies.unavailable(call(), "x"),
                    replies.unlistedWrite(call()));
            assertThat(given).extracting(Reply::status).containsExactly(400, 408, 413, 431, 429, 503, 403);
        });
        assertThat(lines)
                .extracting(line -> line.get("status"))
                .containsExactly("400", "408", "413", "431", "429", "503", "403");
    }
}
