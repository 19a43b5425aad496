package dev.rctp.gateway.management;

import dev.rctp.gateway.config.Secret;
import dev.rctp.gateway.http.InboundRequest;
import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.framing.PercentEncoding;
import dev.rctp.msgsig.HttpFields;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Answers on the management port: health, readiness, metrics and the debug page's form to anyone who can reach it, the rest to the holder of the secret (MGT-1). */
public final class ManagementApi implements RequestHandler {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final Readiness readiness;
    private final ListingAdministration listings;
    private final SellerAdministration sellers;
    private final KeyAdministration keys;
    private final CheckpointAdministration checkpoints;
    private final DealExport deals;
    private final @Nullable DebugPage debugPage;
    private final MetricsPage metrics;
    private final Secret bearer;

    /** Joins the parts; {@code bearer} is what callers send as bearer token, {@code debugPage} null where there is none. */
    public ManagementApi(
            Readiness readiness,
            ListingAdministration listings,
            SellerAdministration sellers,
            KeyAdministration keys,
            CheckpointAdministration checkpoints,
            DealExport deals,
            @Nullable DebugPage debugPage,
            MetricsPage metrics,
            Secret bearer) {
        this.readiness = readiness;
        this.listings = listings;
        this.sellers = sellers;
        this.keys = keys;
        this.checkpoints = checkpoints;
        this.deals = deals;
        this.debugPage = debugPage;
        this.metrics = metrics;
        this.bearer = bearer;
    }

    @Override
    public Reply handle(InboundRequest request) throws InterruptedException {
        String method = request.message().method();
        String path = request.message().path();
        if (debugPage != null && path.equals("/debug")) {
            return debugPage.handle(request);
        }
        return switch (path) {
            case "/healthz" ->
                reads(method, () -> json(200, JSON.createObjectNode().put("status", "up")));
            case "/readyz" -> reads(method, this::ready);
            case "/metrics" ->
                reads(method, () -> metrics.admits(request) ? metrics.answer() : unauthorized("The metrics need"));
            default ->
                authorized(request) ? administer(request, method, path) : unauthorized("The management API needs");
        };
    }

    private Reply administer(InboundRequest request, String method, String path) throws InterruptedException {
        List<String> place = new ArrayList<>();
        for (String segment : path.substring(1).split("/", -1)) {
            Optional<String> decoded = PercentEncoding.decode(segment);
            if (decoded.isEmpty()) {
                return error(400, "request_invalid", "The path's percent-encoding is malformed.");
            }
            place.add(decoded.get());
        }
        return switch (place.getFirst()) {
            case "sellers" -> sellers.handle(method, place, request);
            case "keys" -> keys.handle(method, path, request.body(), request.requestId());
            case "listings" -> listing(method, place, request);
            case "deals" -> deals.handle(method, place, request.message().query());
            case "checkpoint" -> place.size() == 1 ? checkpoints.handle(method, request.requestId()) : notFound();
            default -> notFound();
        };
    }

    private Reply listing(String method, List<String> place, InboundRequest request) throws InterruptedException {
        if (place.size() != 2) {
            return notFound();
        }
        String id = place.get(1);
        return switch (method) {
            case "PUT" -> listings.put(id, request.body(), request.requestId());
            case "DELETE" -> listings.delete(id, request.requestId());
            default -> error(405, "method_not_allowed", "A listing is told with PUT and withdrawn with DELETE.");
        };
    }

    static Reply notFound() {
        return error(404, "not_found", "There is nothing here.");
    }

    private Reply ready() {
        Map<String, Boolean> checks = readiness.checks();
        boolean ready = !checks.containsValue(false);
        ObjectNode body = JSON.createObjectNode().put("ready", ready);
        checks.forEach(body.putObject("checks")::put);
        return json(ready ? 200 : 503, body);
    }

    private static Reply reads(String method, java.util.function.Supplier<Reply> answer) {
        return method.equals("GET") || method.equals("HEAD")
                ? answer.get()
                : error(405, "method_not_allowed", "This can only be read.");
    }

    private boolean authorized(InboundRequest request) {
        return bears(request, bearer);
    }

    /** Whether the request has this secret as bearer token. */
    static boolean bears(InboundRequest request, Secret secret) {
        byte[] wanted = ("Bearer " + secret.reveal()).getBytes(StandardCharsets.UTF_8);
        String given = request.message().fields().combined("authorization").orElse("");
        return MessageDigest.isEqual(wanted, given.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply unauthorized(String whatNeeds) {
        Reply refused = error(401, "unauthorized", whatNeeds + " its bearer secret.");
        HttpFields challenge =
                refused.fields().toBuilder().add("www-authenticate", "Bearer").build();
        return new Reply(refused.status(), challenge, refused.body());
    }

    static Reply error(int status, String code, String content) {
        return json(status, JSON.createObjectNode().put("code", code).put("content", content));
    }

    static Reply json(int status, ObjectNode body) {
        HttpFields fields = HttpFields.of("content-type", "application/json", "cache-control", "no-store");
        return new Reply(status, fields, JSON.writeValueAsBytes(body));
    }
}
