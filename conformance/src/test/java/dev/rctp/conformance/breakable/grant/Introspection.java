package dev.rctp.conformance.breakable.grant;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Asks the authorization server about a token, for every call anew (GRA-1, GRA-4). */
public final class Introspection {

    private final BreakableConfig config;
    private final Registries registries;
    private final Set<Fault> faults;
    private final Duration patience;
    private final HttpClient client = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(1))
            .build();
    private final Map<String, ObjectNode> cached = new ConcurrentHashMap<>();
    private volatile @Nullable URI endpoint;

    /** With the configuration's client. */
    public Introspection(BreakableConfig config, Registries registries, Set<Fault> faults) {
        this.config = config;
        this.registries = registries;
        this.faults = faults;
        this.patience = config.duration("/authorization_server/timeout", Duration.ofSeconds(1));
    }

    /** What the server says of the token; empty where it says nothing that could be understood. */
    public Optional<ObjectNode> view(String token) throws InterruptedException {
        if (faults.contains(Fault.GRA_CACHED) && cached.containsKey(token)) {
            return Optional.of(cached.get(token));
        }
        try {
            HttpResponse<byte[]> response = whole(request(token));
            if (response.statusCode() != 200) {
                return faults.contains(Fault.GRA_AS_ERROR_IS_INACTIVE) ? inactive() : Optional.empty();
            }
            ObjectNode view = StrictJson.parseObject(response.body());
            if (!registries.schemas().validate("grant-introspection", view).isEmpty()) {
                if (!faults.contains(Fault.GRA_SHAPE_UNCHECKED)) {
                    return Optional.empty();
                }
            }
            cached.put(token, view);
            return Optional.of(view);
        } catch (IOException | TimeoutException | InvalidJsonException nothing) {
            if (faults.contains(Fault.GRA_AS_DOWN_ALLOWS) && cached.containsKey(token)) {
                return Optional.of(cached.get(token));
            }
            return Optional.empty();
        }
    }

    private static Optional<ObjectNode> inactive() throws InvalidJsonException {
        return Optional.of(StrictJson.parseObject("{\"active\":false}".getBytes(StandardCharsets.UTF_8)));
    }

    private HttpRequest request(String token)
            throws IOException, TimeoutException, InterruptedException, InvalidJsonException {
        String form = "token=" + encoded(token) + "&token_type_hint=access_token";
        String client = encoded(config.text("/authorization_server/client_id")) + ":"
                + encoded(config.text("/authorization_server/client_secret"));
        return HttpRequest.newBuilder(endpoint())
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(client.getBytes(StandardCharsets.UTF_8)))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
    }

    private URI endpoint() throws IOException, TimeoutException, InterruptedException, InvalidJsonException {
        URI known = endpoint;
        if (known == null) {
            ObjectNode metadata = StrictJson.parseObject(
                    whole(HttpRequest.newBuilder(metadataUrl()).build()).body());
            if (!metadata.path("issuer").asString("").equals(config.issuer())) {
                throw new IOException("the metadata is another issuer's");
            }
            known = URI.create(metadata.path("introspection_endpoint").asString(""));
            endpoint = known;
        }
        return known;
    }

    /** RFC 8414 section 3.1: the well-known path comes before the issuer's own. */
    private URI metadataUrl() {
        URI issuer = URI.create(config.issuer());
        String path = issuer.getRawPath().replaceFirst("/$", "");
        return issuer.resolve("/.well-known/oauth-authorization-server" + path);
    }

    /** The whole answer within the deadline. */
    private HttpResponse<byte[]> whole(HttpRequest request) throws IOException, TimeoutException, InterruptedException {
        CompletableFuture<HttpResponse<byte[]>> answer =
                client.sendAsync(request, HttpResponse.BodyHandlers.ofByteArray());
        try {
            return answer.get(patience.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            answer.cancel(true);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
