package dev.rctp.conformance.breakable.domain.approval;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.jose.Base64Url;
import dev.rctp.conformance.breakable.jose.PublicJwk;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Reads enrolment tickets, which the authorization server signs (APR-9). */
public final class Tickets {

    private static final Duration LIFE = Duration.ofMinutes(10);

    /** What a good ticket says. */
    public record Ticket(String jti, String seller, boolean reset) {}

    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(2))
            .build();
    private final String issuer;
    private final String audience;
    private final InstantSource clock;
    private final Set<Fault> faults;

    /** @param audience {@code profile.resource} */
    public Tickets(String issuer, String audience, InstantSource clock, Set<Fault> faults) {
        this.issuer = issuer;
        this.audience = audience;
        this.clock = clock;
        this.faults = faults;
    }

    /** The ticket; empty where it isn't good now. */
    public Optional<Ticket> read(String compact) {
        String[] parts = compact.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        Optional<ObjectNode> header = json(parts[0]);
        Optional<ObjectNode> claims = json(parts[1]);
        Optional<byte[]> signature = Base64Url.octets(parts[2]);
        if (header.isEmpty()
                || claims.isEmpty()
                || signature.isEmpty()
                || header.get().has("crit")) {
            return Optional.empty();
        }
        boolean typ = Json.text(header.get(), "typ").equals("rctp-enroll+jwt");
        if (!typ && !faults.contains(Fault.TICKET_TYP_UNCHECKED)) {
            return Optional.empty();
        }
        byte[] input = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        boolean signed = key(header.get())
                .map(key -> key.verifies(input, signature.get()))
                .orElse(false);
        if (!signed && !faults.contains(Fault.TICKET_SIGNATURE_UNCHECKED)) {
            return Optional.empty();
        }
        return current(claims.get());
    }

    private Optional<Ticket> current(JsonNode claims) {
        boolean ours = Json.text(claims, "iss").equals(issuer);
        boolean forUs = Json.text(claims, "aud").equals(audience);
        if (faults.contains(Fault.TICKET_FOR_ANOTHER_ACCEPTED)) {
            forUs = true;
        }
        Instant now = clock.instant();
        Instant end = Instant.ofEpochSecond(claims.path("exp").asLong(0));
        Instant latest = Instant.ofEpochSecond(claims.path("iat").asLong(0)).plus(LIFE);
        boolean over = !now.isBefore(end) || !now.isBefore(latest);
        if (faults.contains(Fault.TICKET_NEVER_ENDS)) {
            over = false;
        }
        String jti = Json.text(claims, "jti");
        String seller = Json.text(claims, "sub");
        return ours && forUs && !over && !jti.isEmpty() && !seller.isEmpty()
                ? Optional.of(new Ticket(jti, seller, claims.path("reset").asBoolean(false)))
                : Optional.empty();
    }

    private Optional<PublicJwk> key(JsonNode header) {
        try {
            JsonNode metadata = get(issuer + "/.well-known/oauth-authorization-server");
            return get(Json.text(metadata, "jwks_uri"))
                    .path("keys")
                    .valueStream()
                    .filter(jwk -> Json.text(jwk, "kid").equals(Json.text(header, "kid")))
                    .findFirst()
                    .flatMap(PublicJwk::of)
                    .filter(key -> key.algorithm().equals(Json.text(header, "alg")));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    private JsonNode get(String url) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .timeout(Duration.ofSeconds(5))
                .build();
        return JsonMapper.shared()
                .readTree(
                        http.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }

    private static Optional<ObjectNode> json(String part) {
        try {
            Optional<byte[]> octets = Base64Url.octets(part);
            return octets.isEmpty() ? Optional.empty() : Optional.of(StrictJson.parseObject(octets.get()));
        } catch (InvalidJsonException e) {
            return Optional.empty();
        }
    }
}
