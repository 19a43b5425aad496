package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import java.time.Duration;
import java.util.function.Function;
import tools.jackson.databind.JsonNode;

/**
 * How the marketplace answers what it is planned for (PRX-2).
 *
 * @param answer the answer, from the request
 * @param times how often; then it answers as it would otherwise
 */
public record Behaviour(Function<Received, Reply> answer, int times) {

    /** This status with this JSON. */
    public static Behaviour status(int status, JsonNode body) {
        return answer(request -> Reply.json(status, body));
    }

    /** This status without content. */
    public static Behaviour status(int status) {
        return answer(request -> Reply.of(status));
    }

    /** The connection closes without an answer. */
    public static Behaviour hangUp() {
        return answer(request -> Reply.hangUp());
    }

    /** This answer. */
    public static Behaviour answer(Function<Received, Reply> answer) {
        return new Behaviour(answer, Integer.MAX_VALUE);
    }

    /** Only so often. */
    public Behaviour times(int count) {
        return new Behaviour(answer, count);
    }

    /** So much later. */
    public Behaviour delay(Duration by) {
        return new Behaviour(request -> answer.apply(request).after(by), times);
    }
}
