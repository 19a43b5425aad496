package dev.rctp.conformance.world;

import dev.rctp.conformance.hosts.RunnerClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The one time of target and runner: this machine's, moved on where the target's clock can be moved. */
public final class TargetClock implements InstantSource {

    private static final Duration MEMORY = Duration.ofHours(6);
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final @Nullable URI door;
    private final RunnerClock runner;
    private final HttpClient client = HttpClient.newHttpClient();

    /** Moves the target by its clock door; null where it has none. */
    public TargetClock(@Nullable URI door, RunnerClock runner) {
        this.door = door;
        this.runner = runner;
    }

    @Override
    public Instant instant() {
        return runner.instant();
    }

    /** Now. */
    public Instant now() {
        return instant();
    }

    /** Takes over how far the target's clock is ahead of this machine's. */
    public void align() throws IOException, InterruptedException {
        if (door == null) {
            return;
        }
        JsonNode told = call(HttpRequest.newBuilder(door).GET());
        Duration ahead = Duration.between(runner.instant(), now(told));
        if (ahead.compareTo(Duration.ofSeconds(1)) > 0) {
            runner.advance(ahead);
        }
    }

    private static Instant now(JsonNode told) throws IOException {
        try {
            return Instant.parse(told.path("now").asString(""));
        } catch (DateTimeException e) {
            throw new IOException("target.clock_url told no time as `now`", e);
        }
    }

    /** Lets pass what the target may remember of the run before: profiles (OPR-2), pauses before it sends webhooks again; nothing where it can't be moved. */
    public void passMemory() {
        if (door != null) {
            advance(MEMORY);
        }
    }

    /** Moves target and runner on; throws {@link IllegalStateException} where the target can't be moved. */
    public void advance(Duration by) {
        if (door == null) {
            throw new IllegalStateException("the target's clock can't be moved");
        }
        try {
            call(HttpRequest.newBuilder(door)
                    .header("Content-Type", "application/json")
                    .POST(HttpRequest.BodyPublishers.ofString("{\"advance_s\":" + by.toSeconds() + "}")));
            runner.advance(Duration.ofSeconds(by.toSeconds()));
        } catch (IOException e) {
            throw new IllegalStateException("the target's clock did not move: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
    }

    private JsonNode call(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer =
                client.send(request.timeout(PATIENCE).build(), HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() / 100 != 2) {
            throw new IOException("target.clock_url answered " + answer.statusCode());
        }
        if (answer.body().length == 0) {
            return JsonMapper.shared().createObjectNode();
        }
        try {
            return JsonMapper.shared().readTree(answer.body());
        } catch (JacksonException e) {
            throw new IOException("target.clock_url answered no JSON", e);
        }
    }
}
