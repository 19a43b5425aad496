package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.http.Handler;
import dev.rctp.conformance.breakable.http.Incoming;
import dev.rctp.conformance.breakable.http.Outgoing;
import dev.rctp.conformance.breakable.http.Request;
import dev.rctp.conformance.breakable.http.Response;
import java.io.IOException;
import java.time.Duration;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Moves the gateway's clock: {@code POST {"advance_s": 60}}; each answer is {@code {"now": <time>}}.
 *
 * @param clock the one it moves
 */
public record ClockDoor(GatewayClock clock) implements Handler {

    @Override
    public void handle(Incoming incoming, Outgoing answer) throws IOException {
        Request request = incoming.whole(1024);
        if (request.method().equals("POST")) {
            long seconds = JsonMapper.shared()
                    .readTree(request.body())
                    .path("advance_s")
                    .asLong(0);
            clock.advance(Duration.ofSeconds(seconds));
        }
        answer.send(Response.json(
                200,
                JsonNodeFactory.instance.objectNode().put("now", clock.instant().toString())));
    }
}
