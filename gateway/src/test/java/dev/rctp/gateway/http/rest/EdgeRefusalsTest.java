package dev.rctp.gateway.http.rest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.Perimeter;
import dev.rctp.gateway.enforce.Boundary;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.edge.EdgeCall;
import dev.rctp.gateway.http.edge.EdgeLog;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MessageSigner;
import java.net.InetAddress;
import java.net.URI;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class EdgeRefusalsTest {

    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochSecond(1_000_000));

    private final List<String> logged = new ArrayList<>();

    private final EdgeLog log = new EdgeLog() {
        @Override
        public void refused(EdgeCall call, Reply reply, String reason, String cause) {
            logged.add(call.requestId() + " " + reply.status() + " " + reason + " " + cause);
        }

        @Override
        public void relayed(EdgeCall call, Relayed relayed) {
            logged.add("relayed");
        }
    };

    @Test
    @DisplayName("RSP-2: each kind of refusal at the edge has its log line, with the status and id of its answer")
    void logged() {
        Perimeter perimeter = new Perimeter(
                unit -> {
                    throw new IllegalStateException("nothing is written here");
                },
                "gw",
                CLOCK,
                Perimeter.Settings.defaults());
        Responses responses = new Responses(
                new MessageSigner(Cryptography.select().generate(), CLOCK),
                place -> {
                    throw new IllegalStateException("nothing is recorded here");
                },
                "https://as.example",
                URI.create("https://shop.example/.well-known/oauth-protected-resource"),
                CLOCK);
        EdgeRefusals refusals = new EdgeRefusals(responses, new Boundary(perimeter), log);
        EdgeCall call = new EdgeCall(InetAddress.getLoopbackAddress(), "r1", CLOCK.instant(), null, null, "HTTP/1.1");

        Map<Reply, String> expected = Map.of(
                refusals.badRequest(call, "x"), "r1 400 request_invalid ",
                refusals.timeout(call, "x"), "r1 408 request_invalid ",
                refusals.tooLarge(call, "x"), "r1 413 request_invalid ",
                refusals.headersTooLarge(call, "x"), "r1 431 request_invalid ",
                refusals.limited(call, "x"), "r1 429 enforcement_unavailable limit",
                refusals.unavailable(call, "x"), "r1 503 enforcement_unavailable ",
                refusals.unlistedWrite(call), "r1 403 action_forbidden ");

        assertThat(logged).containsExactlyInAnyOrderElementsOf(expected.values());
        expected.forEach((reply, line) -> assertThat(line).startsWith("r1 " + reply.status() + " "));
    }
}
