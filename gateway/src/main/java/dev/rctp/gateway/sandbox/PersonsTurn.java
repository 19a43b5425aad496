package dev.rctp.gateway.sandbox;

import dev.rctp.gateway.http.Reply;
import dev.rctp.gateway.sandbox.operators.HostedAgent;
import dev.rctp.gateway.sandbox.operators.HostedOperator;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.MessageSigner;
import dev.rctp.msgsig.RequestSigner;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * TEST ONLY: lets a person be a seller in their own browser: one address leads to a page that makes their passkey, the other to a question
 * that an agent of the sandbox's asks them.
 */
final class PersonsTurn {

    /** The pseudonym of the seller that the person is. */
    static final String SELLER = "you";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String SCOPE = "dev.rctp.listing:create";
    private static final String THING = """
            {"title": "A bicycle", "description": "Ridden for two summers.", "list_price": {"amount": 25000, "currency": "EUR"},
             "term_set": "goods.small/1",
             "proposed_terms": {"floor": {"amount": 20000, "currency": "EUR"}, "fulfillment_options": ["pickup", "shipping"],
                                "payment_terms": ["escrow"], "deliver_within_days": 7}}""";

    private final HttpClient http = HttpClient.newHttpClient();
    private final SandboxAddresses addresses;
    private final HostedAgent agent;
    private final RequestSigner signer;

    PersonsTurn(SandboxAddresses addresses, HostedOperator operator, InstantSource clock) {
        this.addresses = addresses;
        this.agent = operator.agents().getFirst();
        this.signer = new RequestSigner(new MessageSigner(agent.key().signingKey(), clock), operator.profile());
    }

    /** To the page that makes a passkey, with a fresh ticket. It resets, so that a browser whose passkey was lost can go on. */
    Reply passkey() throws IOException, InterruptedException {
        ObjectNode wanted = JSON.createObjectNode().put("sub", SELLER).put("reset", true);
        String ticket = post(addresses.authorizationServer() + "/test/tickets", wanted)
                .path("ticket")
                .stringValue();
        return to(addresses.gateway() + "/enroll?ticket=" + URLEncoder.encode(ticket, StandardCharsets.UTF_8));
    }

    /** To the page that asks whether a listing may be made. */
    Reply question() throws IOException, InterruptedException {
        ObjectNode wanted = JSON.createObjectNode()
                .put("sub", SELLER)
                .put("jkt", agent.key().thumbprint())
                .put("agent_id", agent.agentId());
        wanted.putArray("scopes").add(SCOPE);
        wanted.putObject("tiers").put(SCOPE, "ask");
        String token = post(addresses.authorizationServer() + "/test/grants", wanted)
                .path("access_token")
                .stringValue();
        return to(sent(signer.sign(HttpRequest.newBuilder(URI.create(addresses.gateway() + "/listings"))
                        .header("authorization", "Bearer " + token)
                        .header("content-type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(THING))
                        .build()))
                .path("approval_url")
                .stringValue());
    }

    private JsonNode post(String address, ObjectNode body) throws IOException, InterruptedException {
        return sent(HttpRequest.newBuilder(URI.create(address))
                .header("content-type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body.toString()))
                .build());
    }

    private JsonNode sent(HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() >= 300) {
            throw new IOException(request.uri() + " answered " + answer.statusCode() + " "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return JSON.readTree(answer.body());
    }

    private static Reply to(String address) {
        return new Reply(303, HttpFields.of("location", address, "cache-control", "no-store"), new byte[0]);
    }
}
