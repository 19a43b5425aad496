package dev.rctp.gateway.e2e;

import dev.rctp.gateway.cli.demo.World;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The marketplace as it tells the gateway of its listings through the management API (LST-9). */
final class Telling {

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final URI management;
    private final String bearer;

    private Telling(URI management, String bearer) {
        this.management = management;
        this.bearer = bearer;
    }

    /** With the secret of the sandbox in this folder. */
    static Telling of(World world, Path state) throws Exception {
        JsonNode secrets = AnotherGateway.read(state.resolve("secrets.json"));
        return new Telling(
                world.address("management"),
                "Bearer " + secrets.path("RCTP_MANAGEMENT_SECRET").asString());
    }

    /** A listing is this seller's, at this price. */
    HttpResponse<String> put(String listing, String seller, long amount, String currency)
            throws IOException, InterruptedException {
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        body.put("seller", seller).put("title", "A camera").put("term_set", "goods.small/1");
        body.set("list_price", Haggle.money(amount, currency));
        return send("PUT", listing, body.toString());
    }

    /** A listing was withdrawn. */
    HttpResponse<String> delete(String listing) throws IOException, InterruptedException {
        return send("DELETE", listing, "");
    }

    private HttpResponse<String> send(String method, String listing, String body)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(management.resolve("/listings/" + listing))
                .header("authorization", bearer)
                .header("content-type", "application/json")
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    }

    /** The {@code code} of a refusal. */
    static String code(HttpResponse<String> refusal) {
        return JsonMapper.shared().readTree(refusal.body()).path("code").asString();
    }
}
