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
import dev.rctp.gateway.http.edge.EdgeLog.Relayed;
import dev.rctp.gateway.http.edge.EdgeReplies;
import dev.rctp.gateway.management.ManagementRefusals;
import dev.rctp.gateway.observe.trace.Tracing;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.Reason;
import java.net.InetAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.node.JsonNodeFactory;

class CallLogTest {

    private static final Instant RECEIVED = Instant.ofEpochSecond(1_000_000);
    private static final RequestMessage HEAD = new RequestMessage(
            "PUT",
            "https",
            "shop.example",
            "/secret-path",
            "secret=query",
            HttpFields.of("authorization", "Bearer secret"));

    private static final Reply REPLY = new Reply(403, HttpFields.none(), new byte[5]);

    private static Relayed relayed(int status, boolean whole) {
        return new Relayed(status, whole, 3, 4, "");
    }

    private static EdgeCall call() {
        return new EdgeCall(
                InetAddress.getLoopbackAddress(), "r1", RECEIVED, HEAD, Classification.REFUSED_WRITE, "HTTP/1.1");
    }

    private static List<Map<String, String>> lines(Consumer<CallLog> said) {
        List<CallMeter.Told> counted = new ArrayList<>();
        ListAppender<ILoggingEvent> seen = new ListAppender<>();
        seen.start();
        Logger logger = (Logger) LoggerFactory.getLogger(CallLog.CALLS);
        Level before = logger.getLevel();
        logger.setLevel(Level.INFO);
        logger.addAppender(seen);
        try {
            said.accept(new CallLog(
                    CallLog.CALLS, InstantSource.fixed(RECEIVED.plusMillis(7)), Tracing.off(), counted::add));
        } finally {
            logger.detachAppender(seen);
            logger.setLevel(before);
        }
        assertThat(counted).as("each line is counted").hasSameSizeAs(seen.list);
        return seen.list.stream().map(CallLogTest::members).toList();
    }

    private static Map<String, String> members(ILoggingEvent line) {
        return line.getKeyValuePairs().stream()
                .collect(Collectors.toMap(
                        pair -> pair.key, pair -> String.valueOf(pair.value), (one, other) -> one, LinkedHashMap::new));
    }

    @Test
    @DisplayName("RSP-2: a refusal of the edge is one line with its id, and nothing of the request but its method")
    void refused() {
        List<Map<String, String>> lines = lines(log -> log.refused(call(), REPLY, "action_forbidden", ""));
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
            log.relayed(call(), relayed(200, true));
            log.relayed(call(), relayed(0, false));
        });
        assertThat(lines).extracting(line -> line.get("status")).containsExactly("200", "0");
        assertThat(lines).extracting(line -> line.get("cause")).containsExactly("", "cut_off");
        assertThat(lines.toString()).doesNotContain("secret");
    }

    @Test
    @DisplayName("RSP-2: every kind of line has the same members in the same order")
    void sameMembers() {
        InboundRequest request =
                new InboundRequest(HEAD, new byte[0], RECEIVED, InetAddress.getLoopbackAddress(), "r1", "HTTP/2");
        EdgeCall unread = new EdgeCall(InetAddress.getLoopbackAddress(), "r1", RECEIVED, null, null, "HTTP/1.1");
        Authentication nobody = new Authentication.Unauthenticated(Reason.SIGNATURE_INVALID, null, "unsigned");
        Decision.Forbid no = Decision.Forbid.of(null, Reason.REQUEST_INVALID, "no");
        Decision yes = new Decision.Auto(200, JsonNodeFactory.instance.objectNode(), null);
        List<Map<String, String>> lines = lines(log -> {
            log.decided(request, nobody, "offer.accept", Map.of("offer_id", "o"), new Outcome(yes, true), REPLY);
            log.decided(request, nobody, null, Map.of(), new Outcome(no, false), REPLY);
            log.read(request, nobody, Map.of(), REPLY);
            log.document(request, REPLY);
            log.refused(request, no, REPLY);
            log.refused(call(), REPLY, "request_invalid", "");
            log.refused(unread, REPLY, "request_invalid", "");
            log.relayed(call(), relayed(200, true));
            log.relayed(call(), relayed(0, false));
        });
        assertThat(lines)
                .hasSize(9)
                .allSatisfy(line -> assertThat(line.keySet())
                        .containsExactlyElementsOf(lines.getFirst().keySet()));
        assertThat(lines.getFirst())
                .containsOnlyKeys(
                        "request_id",
                        "trace_id",
                        "protocol",
                        "method",
                        "classification",
                        "action",
                        "subject",
                        "agent",
                        "operator",
                        "decision",
                        "reason",
                        "cause",
                        "replayed",
                        "status",
                        "bytes_in",
                        "bytes_out",
                        "duration_ms");
    }

    @Test
    @DisplayName("a well-formed traceparent of the caller gives the line its trace id, another one none")
    void traceId() {
        List<Map<String, String>> lines = lines(log -> List.of(
                        "00-" + "a1".repeat(16) + "-" + "b2".repeat(8) + "-01", "00-x")
                .forEach(said -> log.refused(
                        new EdgeCall(
                                InetAddress.getLoopbackAddress(),
                                "r1",
                                RECEIVED,
                                new RequestMessage(
                                        "GET", "https", "shop.example", "/", null, HttpFields.of("traceparent", said)),
                                Classification.FORWARD,
                                "HTTP/2"),
                        REPLY,
                        "request_invalid",
                        "")));
        assertThat(lines).extracting(line -> line.get("trace_id")).containsExactly("a1".repeat(16), "");
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
