package dev.rctp.gateway.cli.demo;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestSigner;
import dev.rctp.msgsig.SigningKey;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Base64;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A software agent that signs its calls; one key, one operator. */
public final class Agent {

    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    private final HttpClient http;
    private final URI gateway;
    private final String agentId;
    private final String profile;
    private final SigningKey key;
    private final RequestSigner signer;

    /** An agent that calls this gateway under this operator's profile. */
    public Agent(HttpClient http, URI gateway, String agentId, String profile, SigningKey key, InstantSource clock) {
        this.http = http;
        this.gateway = gateway;
        this.agentId = agentId;
        this.profile = profile;
        this.key = key;
        this.signer = new RequestSigner(new MessageSigner(key, clock), profile);
    }

    /** Its name at the authorization server. */
    public String agentId() {
        return agentId;
    }

    /** Its operator's profile URL. */
    public String profile() {
        return profile;
    }

    /** The thumbprint of its key. */
    public String jkt() {
        return key.thumbprint();
    }

    /** A new Idempotency-Key. */
    public static String newKey() {
        return UUID.randomUUID().toString();
    }

    /** A call with a fresh Idempotency-Key, signed and sent. */
    public Answer call(String method, String target, @Nullable String token, String json)
            throws IOException, InterruptedException {
        return call(method, target, token, json, newKey());
    }

    /** A call with this Idempotency-Key, signed and sent. */
    public Answer call(String method, String target, @Nullable String token, String json, String idempotencyKey)
            throws IOException, InterruptedException {
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        return send(method, target, sign(method, target, token, body, idempotencyKey), body);
    }

    /** A signed read. */
    public Answer read(String target, @Nullable String token) throws IOException, InterruptedException {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        if (token != null) {
            fields.add("authorization", "Bearer " + token);
        }
        byte[] none = new byte[0];
        return send("GET", target, sign("GET", target, fields.build(), none), none);
    }

    /** A compact JWS of this type by its key, such as that of a deal's event (EVT-1). */
    public String jws(String type, ObjectNode claims) {
        ObjectNode header = JsonNodeFactory.instance.objectNode();
        header.put("alg", key.algorithm().joseName()).put("kid", jkt()).put("typ", type);
        return compact(header.toString(), claims.toString());
    }

    /** The compact JWS of a header and a payload as they are, by its key. */
    public String compact(String header, String payload) {
        String input = encoded(header) + "." + encoded(payload);
        return input + "." + BASE64URL.encodeToString(key.sign(input.getBytes(StandardCharsets.US_ASCII)));
    }

    private static String encoded(String json) {
        return BASE64URL.encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }

    /** The fields of a signed call, to be sent or tampered with. */
    public HttpFields sign(String method, String target, @Nullable String token, byte[] body, String idempotencyKey) {
        HttpFields.Builder fields = HttpFields.of("idempotency-key", idempotencyKey).toBuilder();
        if (body.length > 0) {
            fields.add("content-type", "application/json");
        }
        if (token != null) {
            fields.add("authorization", "Bearer " + token);
        }
        return sign(method, target, fields.build(), body);
    }

    /** These fields and all that signing adds to them. */
    public HttpFields sign(String method, String target, HttpFields fields, byte[] body) {
        return signer.sign(method, gateway.resolve(target), fields, body);
    }

    /** Sends these fields and this body as they are. */
    public Answer send(String method, String target, HttpFields fields, byte[] body)
            throws IOException, InterruptedException {
        URI uri = gateway.resolve(target);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .timeout(Duration.ofSeconds(60))
                .method(method, HttpRequest.BodyPublishers.ofByteArray(body));
        fields.lines().forEach(line -> request.header(line.name(), line.value()));
        HttpResponse<byte[]> response = http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        HttpFields.Builder received = HttpFields.none().toBuilder();
        response.headers().map().forEach((name, values) -> values.forEach(value -> received.add(name, value)));
        RequestMessage sent = RequestSigner.message(method, uri, fields);
        return new Answer(sent, response.statusCode(), received.build(), response.body());
    }
}
