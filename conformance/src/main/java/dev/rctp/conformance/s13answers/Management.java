package dev.rctp.conformance.s13answers;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Exchange;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.MissingNode;

/** The target's management API (MGT-1). */
final class Management {

    private final Trial trial;
    private final Plan.Management place;
    private final HttpClient client = HttpClient.newHttpClient();

    Management(Trial trial) {
        this.trial = trial;
        this.place = Objects.requireNonNull(trial.world().target().plan().management());
    }

    /** What it answered. */
    record Told(int status, JsonNode body) {

        boolean isGood() {
            return status / 100 == 2;
        }
    }

    /** The bearer secret. */
    String bearer() {
        return place.bearer();
    }

    /** A call with the secret. */
    Told call(String method, String path, @Nullable JsonNode body) {
        return call(place.bearer(), method, path, body);
    }

    /** A call with another secret, or none; no answer fails the test. */
    Told call(@Nullable String bearer, String method, String path, @Nullable JsonNode body) {
        URI url = trial.said(place.url().toString().replaceAll("/+$", "") + path, "The address with the target's ids")
                .address();
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(trial.world().target().timeout())
                .method(
                        method,
                        body == null
                                ? HttpRequest.BodyPublishers.noBody()
                                : HttpRequest.BodyPublishers.ofString(body.toString()));
        if (body != null) {
            request.header("Content-Type", "application/json");
        }
        if (bearer != null) {
            request.header("Authorization", "Bearer " + bearer);
        }
        Instant at = trial.world().clock().instant();
        try {
            HttpResponse<byte[]> answer = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
            trial.keep(new Exchange(
                    octets(method + " " + url + "\r\n\r\n" + (body == null ? "" : body)),
                    "",
                    octets(answer.statusCode() + "\r\n\r\n" + new String(answer.body(), StandardCharsets.UTF_8)),
                    at,
                    Duration.between(at, trial.world().clock().instant())));
            return new Told(answer.statusCode(), json(answer.body()));
        } catch (IOException e) {
            trial.that(false, "The management API was to answer " + method + " " + path + ": " + e.getMessage());
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
    }

    private static byte[] octets(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static JsonNode json(byte[] body) {
        try {
            return JsonMapper.shared().readTree(body);
        } catch (JacksonException e) {
            return MissingNode.getInstance();
        }
    }
}
