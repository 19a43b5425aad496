package dev.rctp.conformance.s09record;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.run.Trial;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Calls of the target's management API (MGT-1). */
public final class Management {

    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private Management() {}

    /** Sends a call with the plan's secret; no answer blocks the test. */
    public static HttpResponse<String> call(Trial t, String method, String path, @Nullable JsonNode body) {
        Plan.Management door = t.needed(t.world().target().plan().management(), "The plan names no management API.");
        URI url = t.preparing(() -> t.said(
                        door.url().toString().replaceAll("/+$", "") + path, "The address with the target's ids")
                .address());
        HttpRequest request = HttpRequest.newBuilder(url)
                .timeout(PATIENCE)
                .header("Authorization", "Bearer " + door.bearer())
                .header("Content-Type", "application/json")
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body.toString()))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            t.blockedUnless(false, "The management API did not answer: " + e.getMessage());
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
    }
}
