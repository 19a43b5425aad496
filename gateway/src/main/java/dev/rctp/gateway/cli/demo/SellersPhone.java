package dev.rctp.gateway.cli.demo;

import dev.rctp.gateway.sandbox.SellerPasskey;
import dev.rctp.gateway.sandbox.SoftwarePasskey;
import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** What a seller does on the approval page, with a software passkey: what the page's script calls is open to any client (APR-8). */
public final class SellersPhone {

    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final HttpClient http = HttpClient.newHttpClient();
    private final SoftwarePasskey passkey;

    /** The phone of this seller, an object of {@code sellers} in {@code sandbox.json}. */
    public SellersPhone(JsonNode known, Cryptography cryptography) {
        JsonNode kept = known.path("passkey");
        SellerPasskey key = new SellerPasskey(
                known.path("sub").stringValue(),
                kept.path("credential_id").stringValue(),
                TestKey.of((ObjectNode) kept.path("jwk"), cryptography));
        this.passkey = new SoftwarePasskey(
                key, kept.path("rp_id").stringValue(), kept.path("origin").stringValue());
    }

    /**
     * What the page said.
     *
     * @param status the HTTP status
     * @param json the body
     */
    public record Said(int status, JsonNode json) {}

    /** Opens the page that asks. */
    public Said open(String approvalUrl) throws IOException, InterruptedException {
        return exchange(HttpRequest.newBuilder(URI.create(approvalUrl)).GET());
    }

    /** Fills in the form; the answer has the challenge by which these terms are approved. */
    public Said fill(String approvalUrl, ObjectNode terms) throws IOException, InterruptedException {
        ObjectNode body = JSON.createObjectNode();
        body.set("terms", terms);
        return post(approvalUrl + "/terms", body);
    }

    /** Approves or declines by signing this challenge; null signs what the page itself offers. */
    public Said answer(String approvalUrl, String decision, @Nullable String challenge)
            throws IOException, InterruptedException {
        String signed = challenge == null
                ? open(approvalUrl).json().path("challenges").path(decision).asString("")
                : challenge;
        ObjectNode body = JSON.createObjectNode().put("decision", decision);
        body.set("credential", passkey.assertion(signed));
        return post(approvalUrl + "/response", body);
    }

    /** Makes the passkey with a ticket, by the options that came with it; confirmed by another phone's, null without. */
    public Said enrol(String place, String ticket, JsonNode options, @Nullable SellersPhone confirming)
            throws IOException, InterruptedException {
        String challenge = options.path("challenge").stringValue();
        ObjectNode body = JSON.createObjectNode().put("ticket", ticket);
        body.set("credential", passkey.registration(challenge));
        if (confirming != null) {
            body.set("assertion", confirming.passkey.assertion(challenge));
        }
        return post(place, body);
    }

    /** Sends a response as it is. */
    public Said post(String url, ObjectNode body) throws IOException, InterruptedException {
        return exchange(HttpRequest.newBuilder(URI.create(url))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofByteArray(JSON.writeValueAsBytes(body))));
    }

    private Said exchange(HttpRequest.Builder request) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = http.send(
                request.header("accept", "application/json")
                        .timeout(Duration.ofSeconds(20))
                        .build(),
                HttpResponse.BodyHandlers.ofByteArray());
        return new Said(answer.statusCode(), JSON.readTree(answer.body()));
    }
}
