package dev.rctp.gateway.sandbox;

import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.sandbox.loopback.SameOrigin;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: {@code /test/clock}, {@code /test/listings}, {@code /test/passkey} and {@code /test/question} before the management API, on
 * loopback, without a secret, and not for web pages.
 */
final class TestDoors implements RequestHandler {

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final long LONGEST_STEP = Duration.ofDays(400).toSeconds();

    private final SandboxClock clock;
    private final TestListings listings;
    private final PersonsTurn person;
    private final RequestHandler managementApi;

    TestDoors(SandboxClock clock, TestListings listings, PersonsTurn person, RequestHandler managementApi) {
        this.clock = clock;
        this.listings = listings;
        this.person = person;
        this.managementApi = managementApi;
    }

    @Override
    public Reply handle(InboundRequest request) throws InterruptedException {
        RequestMessage message = request.message();
        if (!SameOrigin.admits(message.method(), message.path(), message.authority(), message.fields())) {
            return forbidden();
        }
        String call = message.method() + " " + message.path();
        return switch (call) {
            case "GET /test/clock" -> now();
            case "POST /test/clock" -> advance(request);
            case "POST /test/listings" -> listings.add(request);
            case "GET /test/passkey" -> led(message, person::passkey);
            case "GET /test/question" -> led(message, person::question);
            default -> managementApi.handle(request);
        };
    }

    private static Reply forbidden() {
        return json(
                403,
                JSON.createObjectNode()
                        .put("code", "forbidden")
                        .put("content", "This is for tests on this machine, not for web pages."));
    }

    /** What leads a person's browser on. */
    private interface Way {

        Reply take() throws IOException, InterruptedException;
    }

    /** An address that changes something goes for who typed it, or opened it outside of a browser. */
    private static Reply led(RequestMessage message, Way way) throws InterruptedException {
        if (!message.fields().combined("sec-fetch-site").orElse("none").equals("none")) {
            return forbidden();
        }
        try {
            return way.take();
        } catch (IOException e) {
            return json(
                    502,
                    JSON.createObjectNode()
                            .put("code", "not_now")
                            .put("content", "The sandbox could not do it: " + e.getMessage()));
        }
    }

    private Reply advance(InboundRequest request) {
        try {
            JsonNode step = StrictJson.parseObject(request.body()).path("advance_s");
            if (step.isIntegralNumber()
                    && step.canConvertToLong()
                    && step.asLong() >= 0
                    && step.asLong() <= LONGEST_STEP) {
                clock.advance(Duration.ofSeconds(step.asLong()));
                return now();
            }
        } catch (InvalidJsonException e) {
            return error("the body is not JSON: " + e.getMessage());
        }
        return error("advance_s is a number of seconds, 0 to " + LONGEST_STEP);
    }

    private Reply now() {
        return json(200, JSON.createObjectNode().put("now", clock.instant().toString()));
    }

    static Reply error(String sentence) {
        return json(400, JSON.createObjectNode().put("code", "request_invalid").put("content", sentence));
    }

    static Reply json(int status, ObjectNode body) {
        return new Reply(status, HttpFields.of("content-type", "application/json"), JSON.writeValueAsBytes(body));
    }
}
