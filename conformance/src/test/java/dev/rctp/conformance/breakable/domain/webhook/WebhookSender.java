package dev.rctp.conformance.breakable.domain.webhook;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.http.Header;
import dev.rctp.conformance.breakable.http.Headers;
import dev.rctp.conformance.breakable.upstream.OutgoingSignature;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Makes one attempt at a webhook, signed as UCP requires (WHK-1). */
public final class WebhookSender {

    private final HttpClient http;
    private final OutgoingSignature signature;
    private final String profileUrl;
    private final GatewayClock clock;
    private final Set<Fault> faults;

    /** @param profileUrl the gateway's, for UCP-Agent */
    public WebhookSender(OutgoingSignature signature, String profileUrl, GatewayClock clock, Set<Fault> faults) {
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(2))
                .followRedirects(
                        faults.contains(Fault.WEBHOOK_FOLLOWS_REDIRECTS)
                                ? HttpClient.Redirect.ALWAYS
                                : HttpClient.Redirect.NEVER)
                .build();
        this.signature = signature;
        this.profileUrl = profileUrl;
        this.clock = clock;
        this.faults = faults;
    }

    /** Whether the receiver took it, with a 2xx within 5 s. */
    boolean taken(String address, ObjectNode body) throws InterruptedException {
        byte[] octets = body.toString().getBytes(StandardCharsets.UTF_8);
        URI url = URI.create(address);
        Headers headers = Headers.none()
                .plus("Content-Type", "application/json")
                .plus("Webhook-Id", Json.text(body, "id"))
                .plus("Webhook-Timestamp", Long.toString(clock.instant().getEpochSecond()))
                .plus("UCP-Agent", "profile=\"" + profileUrl + "\"");
        HttpRequest.Builder request = HttpRequest.newBuilder(url)
                .timeout(Duration.ofSeconds(5))
                .POST(HttpRequest.BodyPublishers.ofByteArray(octets));
        for (Header header : signed(url, headers, octets).lines()) {
            request.setHeader(header.name(), header.value());
        }
        try {
            return http.send(request.build(), HttpResponse.BodyHandlers.discarding())
                                    .statusCode()
                            / 100
                    == 2;
        } catch (IOException e) {
            return false;
        }
    }

    private Headers signed(URI url, Headers headers, byte[] octets) {
        if (faults.contains(Fault.WEBHOOK_UNSIGNED)) {
            return headers;
        }
        List<String> covered = new ArrayList<>(List.of("ucp-agent", "webhook-id", "webhook-timestamp"));
        if (faults.contains(Fault.WEBHOOK_ID_UNCOVERED)) {
            covered.remove("webhook-id");
        }
        if (faults.contains(Fault.WEBHOOK_TIMESTAMP_UNCOVERED)) {
            covered.remove("webhook-timestamp");
        }
        return signature.sign("POST", url, headers, octets, covered);
    }
}
