package dev.rctp.conformance.s03grant;

import static java.util.concurrent.TimeUnit.SECONDS;

import dev.rctp.conformance.plan.Plan;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Exchange;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.MissingNode;

/** The authorization server that the plan names for GRA-7, as an operator and a seller's browser meet it. */
final class JudgedServer {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final HttpResponse.BodyHandler<String> TEXT =
            HttpResponse.BodyHandlers.limiting(HttpResponse.BodyHandlers.ofString(), 4L << 20);

    private final Trial t;
    private final Plan.OtherServer plan;
    private final HttpClient client = HttpClient.newHttpClient();

    private JudgedServer(Trial t, Plan.OtherServer plan) {
        this.t = t;
        this.plan = plan;
    }

    /** The plan's; without one the test has nothing to judge. */
    static JudgedServer of(Trial t) {
        Plan.OtherServer plan = t.world().plan().otherServer();
        if (plan == null) {
            throw t.notApplicable("The plan names no authorization_server to judge.");
        }
        return new JudgedServer(t, plan);
    }

    /**
     * What came back.
     *
     * @param json the body as JSON; a missing node where it is none
     */
    record Reply(int status, String text, JsonNode json) {

        /** A member's text; empty for none. */
        String get(String name) {
            return json.path(name).asString("");
        }

        /** Status and body in a line, without tokens. */
        String inShort() {
            return status + (json.path("error").isString() ? " " + get("error") : "");
        }
    }

    /**
     * Where a seller's browser got to.
     *
     * @param page the text of the consent page; empty where there was none
     * @param parameters those of the redirect to the client; empty where there was none
     */
    record Visit(String page, Map<String, String> parameters) {}

    /** Its issuer. */
    String issuer() {
        return plan.issuer().toString();
    }

    /** Its metadata (RFC 8414 3.1). */
    Reply metadata() {
        URI issuer = plan.issuer();
        String path = Objects.requireNonNullElse(issuer.getRawPath(), "");
        return send(HttpRequest.newBuilder(URI.create(issuer.getScheme() + "://" + issuer.getRawAuthority()
                        + "/.well-known/oauth-authorization-server" + (path.equals("/") ? "" : path)))
                .GET());
    }

    /** An endpoint that the metadata names. */
    URI endpoint(String name) {
        JsonNode named = metadata().json().path(name);
        URI address = t.preparing(
                () -> t.said(named, "`" + name + "` of the metadata").address());
        t.blockedUnless(isOfTheWeb(address), "`" + name + "` of the metadata can't be called: " + address + ".");
        return address;
    }

    private static boolean isOfTheWeb(URI address) {
        return address.getHost() != null && String.valueOf(address.getScheme()).matches("(?i)https?");
    }

    /** Posts a form to an endpoint. */
    Reply post(String endpoint, Map<String, String> form) {
        return send(posting(endpoint, form));
    }

    private HttpRequest.Builder posting(String endpoint, Map<String, String> form) {
        return HttpRequest.newBuilder(endpoint(endpoint))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Accept", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(encoded(form)));
    }

    /** Whether the introspection endpoint says of an access token that it and its grant are good (RFC 7662, GRA-2). */
    boolean isGood(String accessToken) {
        Plan.Client client = plan.introspection();
        if (client == null) {
            throw t.notApplicable("The plan names no authorization_server.introspection, and it takes that to tell.");
        }
        String pair = encoded(client.id()) + ":" + encoded(client.secret());
        Reply view = send(posting("introspection_endpoint", Map.of("token", accessToken))
                .header(
                        "Authorization",
                        "Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.US_ASCII))));
        t.blockedUnless(
                view.status() == 200 && view.json().path("active").isBoolean(),
                "The introspection endpoint was to tell of a token, not " + view.inShort() + ".");
        return view.json().path("active").asBoolean(false)
                && (view.get("grant_status").isEmpty()
                        || view.get("grant_status").equals("active"));
    }

    /**
     * Has the plan's consent door open the authorization URL as the first seller, who allows it. The door takes {@code POST {"url",
     * "seller"?}} and gives 200 with {@code {"page"?, "redirect"?}}: the consent page's HTML, where one was shown, and the URL at
     * which the browser was sent back to the client, where it was.
     */
    Visit visit(Map<String, String> parameters) {
        URI door = plan.consent();
        if (door == null) {
            throw t.notApplicable("The plan names no authorization_server.consent_url, and consent takes a person.");
        }
        var request = JsonNodeFactory.instance.objectNode();
        request.put("url", endpoint("authorization_endpoint") + "?" + encoded(parameters));
        plan.sellers().stream().findFirst().ifPresent(seller -> request.put("seller", seller));
        Reply reply = send(HttpRequest.newBuilder(door)
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(request.toString())));
        t.blockedUnless(reply.status() == 200, "The consent door answered " + reply.status() + ".");
        String redirect = reply.get("redirect");
        return new Visit(
                reply.get("page"),
                redirect.isEmpty()
                        ? Map.of()
                        : Redirects.parameters(
                                t.said(redirect, "The redirect to the client").address()));
    }

    private static String encoded(Map<String, String> form) {
        return form.entrySet().stream()
                .map(one -> encoded(one.getKey()) + "=" + encoded(one.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private Reply send(HttpRequest.Builder building) {
        HttpRequest request = building.timeout(PATIENCE).build();
        try {
            HttpResponse<String> response = client.sendAsync(request, TEXT).get(2 * PATIENCE.toSeconds(), SECONDS);
            byte[] line = (request.method() + " " + request.uri()).getBytes(StandardCharsets.UTF_8);
            byte[] answer = (response.statusCode() + "\n" + response.body()).getBytes(StandardCharsets.UTF_8);
            t.keep(new Exchange(line, "", answer, t.world().clock().now(), Duration.ZERO));
            return new Reply(response.statusCode(), response.body(), json(response.body()));
        } catch (ExecutionException | TimeoutException e) {
            t.blockedUnless(false, request.uri().getRawAuthority() + " gave no whole answer: " + e.getMessage());
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
    }

    private static JsonNode json(String text) {
        try {
            return StrictJson.parse(text.getBytes(StandardCharsets.UTF_8));
        } catch (InvalidJsonException _) {
            return MissingNode.getInstance();
        }
    }
}
