package dev.rctp.gateway.faults;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.msgsig.HttpFields;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * A call with its Idempotency-Key, to be made as often as it takes.
 *
 * @param agent who makes it
 * @param token the seller's; null for a buyer's call
 */
record BargainCall(Agent agent, @Nullable String token, String target, String body, String key) {

    /** The same call through another gateway. */
    BargainCall by(Agent same, @Nullable String otherToken) {
        return new BargainCall(same, otherToken, target, body, key);
    }

    /** The answer; null where the connection broke before there was one. */
    @Nullable
    Answer make() throws InterruptedException {
        try {
            return agent.call("POST", target, token, body, key);
        } catch (IOException e) {
            return null;
        }
    }

    /** Sends it and reads nothing; the connection stays open until it is closed. */
    Socket makeUnheard(URI gateway) throws IOException {
        byte[] content = body.getBytes(StandardCharsets.UTF_8);
        HttpFields signed = agent.sign("POST", target, token, content, key);
        StringBuilder head = new StringBuilder("POST " + target + " HTTP/1.1\r\nHost: " + gateway.getAuthority()
                + "\r\nContent-Length: " + content.length + "\r\n");
        signed.lines().forEach(line -> head.append(line.name() + ": " + line.value() + "\r\n"));
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
        request.write(content);
        Socket socket = new Socket(gateway.getHost(), gateway.getPort());
        socket.getOutputStream().write(request.toByteArray());
        return socket;
    }

    /** What the marketplace got of it. */
    List<JsonNode> among(List<JsonNode> forwarded) {
        return forwarded.stream()
                .filter(request -> request.path("path").asString().equals(target))
                .filter(request -> request.path("body").asString().equals(body))
                .toList();
    }
}
