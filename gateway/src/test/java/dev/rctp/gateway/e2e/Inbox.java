package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.World;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.msgsig.agent.ProvenWebhook;
import dev.rctp.msgsig.agent.WebhookVerifier;
import dev.rctp.msgsig.profile.GatewayProfile;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The webhooks that came to one receiver of the sandbox, each proven when it is first looked at, and checked against its schema. */
final class Inbox {

    private static final Schemas SCHEMAS = Registries.load().schemas();
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private final World world;
    private final String operator;
    private final WebhookVerifier verifier;
    private final Set<String> proven = new HashSet<>();

    private Inbox(World world, String operator, URI address) throws IOException, InterruptedException {
        this.world = world;
        this.operator = operator;
        this.verifier =
                new WebhookVerifier(GatewayProfile.fetch(world.address("gateway_profile")), address, world.clock());
    }

    static Inbox of(World world, String operator) throws IOException, InterruptedException {
        return new Inbox(world, operator, world.test("webhooks").resolve("/" + operator + "/webhooks"));
    }

    static Inbox ofMarketplace(World world) throws IOException, InterruptedException {
        return of(world, "marketplace");
    }

    /** One that came. */
    record Came(HttpFields fields, byte[] body) {

        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        String id() {
            return json().path("id").stringValue();
        }

        String said() {
            return json().path("type").stringValue() + " "
                    + json().path("status").stringValue();
        }
    }

    /** All that came so far, as it came. */
    List<Came> raw() throws IOException, InterruptedException {
        List<JsonNode> entries = world.get(world.test("webhooks"))
                .valueStream()
                .filter(entry -> entry.path("operator").asString().equals(operator))
                .toList();
        List<Came> came = new ArrayList<>();
        for (JsonNode entry : entries) {
            HttpFields.Builder fields = HttpFields.none().toBuilder();
            entry.path("headers")
                    .properties()
                    .forEach(
                            field -> fields.add(field.getKey(), field.getValue().asString()));
            came.add(new Came(fields.build(), entry.path("body").asString().getBytes(StandardCharsets.UTF_8)));
        }
        return came;
    }

    /** Those about one subject so far. */
    List<Came> about(String subject) throws IOException, InterruptedException {
        return raw().stream()
                .filter(one -> one.json().path("subject").asString().equals(subject))
                .toList();
    }

    /** What came about one subject, once that is as many as given; each proven, and none of them twice. */
    List<String> said(String subject, int many) throws IOException, InterruptedException {
        Instant until = Instant.now().plus(PATIENCE);
        List<Came> came = about(subject);
        while (came.size() < many && Instant.now().isBefore(until)) {
            came = about(subject);
        }
        for (Came one : came) {
            if (proven.add(one.fields().combined("signature").orElse(""))) {
                proven(one);
            }
            assertThat(SCHEMAS.validate("webhook", one.json()))
                    .as(one.json().toString())
                    .isEmpty();
        }
        return came.stream().map(Came::said).toList();
    }

    private void proven(Came came) {
        assertThat(verifier.verify(came.fields(), came.body()))
                .isInstanceOfSatisfying(
                        ProvenWebhook.class, webhook -> assertThat(webhook.id()).isEqualTo(came.id()));
    }

    boolean isProven(Came came, String field, String altered) {
        HttpFields fields = came.fields().toBuilder().set(field, altered).build();
        return verifier.verify(fields, came.body()) instanceof ProvenWebhook;
    }
}
