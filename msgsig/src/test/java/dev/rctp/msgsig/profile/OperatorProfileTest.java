package dev.rctp.msgsig.profile;

import static dev.rctp.msgsig.profile.Profiles.bytes;
import static dev.rctp.msgsig.profile.Profiles.document;
import static dev.rctp.msgsig.profile.Profiles.operatorConfig;
import static dev.rctp.msgsig.profile.Profiles.operatorEntry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.profile.ProfileFault.Effect;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** An operator's check of its profile, against the gateway's reading of the same bytes. */
class OperatorProfileTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final ProfileUrl URL =
            ProfileUrl.parse("https://agent.example/ucp", false).orElseThrow();

    private final SigningKey key = CRYPTOGRAPHY.generate();
    private final ProfileDocument gateway = new ProfileDocument(CRYPTOGRAPHY, Set.of(Profiles.VERSION), false);

    private static ProfileReport check(byte[] document) {
        return OperatorProfile.of(document).check(false);
    }

    @Test
    @DisplayName("OPR-3, OPR-4: a profile made here has no fault, and a gateway reads from it what was said")
    void built() {
        byte[] made = OperatorProfile.of("Agents Ltd", "DE-BE", "mailto:incidents@agent.example", 4)
                .key(key.publicJwk())
                .certification("iso27001")
                .webhookUrl(URI.create("https://agent.example/hooks"))
                .build()
                .bytes();

        ProfileReport report = check(made);
        assertThat(report.faults()).isEmpty();
        assertThat(report.passed()).isTrue();
        assertThat(report.keys()).containsExactly(key.thumbprint());
        assertThat(gateway.read(URL, made)).isInstanceOfSatisfying(ValidProfile.class, valid -> {
            assertThat(valid.operator().legalEntity()).isEqualTo("Agents Ltd");
            assertThat(valid.operator().certifications()).containsExactly("iso27001");
            assertThat(valid.operator().webhookUrl()).isEqualTo(URI.create("https://agent.example/hooks"));
            assertThat(valid.find(key.thumbprint())).isPresent();
        });
    }

    static Stream<Arguments> single() {
        return Stream.of(
                fault("OPR-4", Effect.REFUSED, "/ucp", d -> d.remove("ucp")),
                fault("UCP", Effect.REFUSED, "/ucp/version", d -> ucp(d).remove("version")),
                fault("OPR-5", Effect.REFUSED, "/ucp/version", d -> ucp(d).put("version", "2026-04-08")),
                fault("UCP", Effect.REFUSED, "/ucp/services", d -> ucp(d).remove("services")),
                fault("UCP", Effect.REFUSED, "/ucp/payment_handlers", d -> ucp(d).put("payment_handlers", 1)),
                fault("OPR-4", Effect.REFUSED, "/ucp/capabilities", d -> ucp(d).remove("capabilities")),
                fault(
                        "OPR-4",
                        Effect.REFUSED,
                        "/ucp/capabilities/dev.rctp.operator",
                        d -> operatorEntry(d).put("schema", "https://agent.example/operator.json")),
                config("legal_entity", " "),
                config("legal_entity", "A\u202eB"),
                config("jurisdiction", "Germany"),
                config("incident_contact", ""),
                config("incident_sla_hours", "24"),
                fault(
                        "OPR-4",
                        Effect.REFUSED,
                        "/ucp/capabilities/dev.rctp.deal/0/config/webhook_url",
                        d -> ucp(d).withObject("capabilities")
                                .putArray("dev.rctp.deal")
                                .addObject()
                                .put("version", Profiles.VERSION)
                                .put("spec", "https://rctp.dev/s")
                                .put("schema", "https://rctp.dev/s.json")
                                .putObject("config")
                                .put("webhook_url", "http://agent.example/hooks")),
                fault("OPR-3", Effect.REFUSED, "/keys", d -> d.put("keys", "none")),
                fault(
                        "OPR-3",
                        Effect.REFUSED,
                        "/keys/1",
                        d -> keys(d).add(CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ES256))),
                fault(
                        "OPR-3",
                        Effect.KEY_SKIPPED,
                        "/keys/1",
                        d -> keys(d).add(CRYPTOGRAPHY.generate().publicJwk().put("kid", "mine"))),
                fault(
                        "OPR-3",
                        Effect.KEY_SKIPPED,
                        "/keys/1",
                        d -> keys(d).add(CRYPTOGRAPHY.generate().publicJwk().put("x", "AAAA"))),
                fault(
                        "OPR-3",
                        Effect.ADVICE,
                        "/keys/1",
                        d -> keys(d).add(CRYPTOGRAPHY.generate().publicJwk().put("use", "enc"))),
                fault(
                        "OPR-3",
                        Effect.ADVICE,
                        "/keys/1",
                        d -> keys(d).addObject().put("kid", "r").put("kty", "RSA")),
                fault("OPR-3", Effect.KEY_SKIPPED, "/keys", d -> keys(d).removeAll()),
                fault("UCP", Effect.UCP_INVALID, "/ucp/status", d -> ucp(d).put("status", "ok")),
                fault(
                        "UCP",
                        Effect.UCP_INVALID,
                        "/ucp/capabilities/com.example.thing",
                        d -> ucp(d).withObject("capabilities").put("com.example.thing", 1)),
                fault(
                        "UCP",
                        Effect.UCP_INVALID,
                        "/ucp/capabilities/a~1b",
                        d -> ucp(d).withObject("capabilities").putArray("a/b")));
    }

    private static Arguments fault(String clause, Effect effect, String path, Consumer<ObjectNode> change) {
        return Arguments.of(clause, effect, path, change);
    }

    private static Arguments config(String member, String value) {
        return fault(
                "OPR-4",
                Effect.REFUSED,
                "/ucp/capabilities/dev.rctp.operator/0/config/" + member,
                d -> operatorConfig(d).put(member, value));
    }

    private static ObjectNode ucp(ObjectNode document) {
        return document.withObject("/ucp");
    }

    private static ArrayNode keys(ObjectNode document) {
        return (ArrayNode) document.path("keys");
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("single")
    @DisplayName("a fault is told with its clause, its effect, its place and how to mend it")
    void single(String clause, Effect effect, String path, Consumer<ObjectNode> change) {
        ObjectNode document = document(key);
        change.accept(document);
        ProfileReport report = check(bytes(document));

        assertThat(report.faults()).anySatisfy(fault -> {
            assertThat(fault.clause()).isEqualTo(clause);
            assertThat(fault.effect()).isEqualTo(effect);
            assertThat(fault.path()).isEqualTo(path);
            assertThat(fault.mend()).endsWith(".");
        });
        assertThat(report.accepted()).isEqualTo(effect != Effect.REFUSED);
        assertThat(report.passed()).isEqualTo(effect == Effect.ADVICE);
    }

    @Test
    @DisplayName("all faults are told at once")
    void all() {
        ObjectNode document = document(key);
        ucp(document).put("version", "2026-04-08").remove("services");
        operatorConfig(document).removeAll();
        keys(document).add(key.publicJwk());

        assertThat(check(bytes(document)).faults())
                .extracting(ProfileFault::path)
                .contains(
                        "/ucp/version",
                        "/ucp/services",
                        "/ucp/capabilities/dev.rctp.operator/0/config/legal_entity",
                        "/ucp/capabilities/dev.rctp.operator/0/config/jurisdiction",
                        "/ucp/capabilities/dev.rctp.operator/0/config/incident_contact",
                        "/ucp/capabilities/dev.rctp.operator/0/config/incident_sla_hours",
                        "/keys/0",
                        "/keys/1");
    }

    @Test
    @DisplayName("OPR-2: what is no JSON object by RFC 7493 is one fault")
    void notJson() {
        for (String text : List.of("", "[]", "{\"a\":1,\"a\":2}", "{")) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            assertThat(check(body).accepted()).isFalse();
            assertThat(gateway.read(URL, body)).isInstanceOf(ProfileReading.Invalid.class);
        }
    }

    @Test
    @DisplayName("whatever is changed in a profile, check and gateway agree on it, and on each key")
    void agreement() {
        Random random = new Random(3);
        for (int round = 0; round < 2000; round++) {
            ObjectNode document = document(key, CRYPTOGRAPHY.generate());
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                mutate(document, random);
            }
            byte[] body = bytes(document);
            ProfileReport report = gateway.check(body);
            switch (gateway.read(URL, body)) {
                case ValidProfile valid -> {
                    assertThat(report.accepted()).as(document.toString()).isTrue();
                    assertThat(report.keys()).isEqualTo(valid.keys().thumbprints());
                    long silent = valid.keys().thumbprints().size();
                    long told = report.faults().stream()
                            .filter(fault -> fault.clause().equals("OPR-3")
                                    && fault.path().startsWith("/keys/"))
                            .count();
                    assertThat(silent + told)
                            .as(document.toString())
                            .isEqualTo(document.path("keys").size());
                }
                case ProfileReading.Invalid invalid ->
                    assertThat(report.accepted()).as(document.toString()).isFalse();
            }
        }
    }

    /** Removes or replaces a member somewhere. */
    private static void mutate(JsonNode node, Random random) {
        List<String> names = List.copyOf(node.propertyNames());
        if (node instanceof ArrayNode array && !array.isEmpty()) {
            int at = random.nextInt(array.size());
            if (random.nextInt(4) == 0) {
                array.set(at, strange(random));
            } else {
                mutate(array.get(at), random);
            }
        } else if (node instanceof ObjectNode object && !names.isEmpty()) {
            String name = names.get(random.nextInt(names.size()));
            switch (random.nextInt(6)) {
                case 0 -> object.remove(name);
                case 1 -> object.set(name, strange(random));
                default -> mutate(object.get(name), random);
            }
        }
    }

    private static JsonNode strange(Random random) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return switch (random.nextInt(7)) {
            case 0 -> json.nullNode();
            case 1 -> json.numberNode(7);
            case 2 -> json.stringNode("");
            case 3 -> json.stringNode("enc");
            case 4 -> json.arrayNode().add(1);
            case 5 -> json.objectNode();
            default -> json.objectNode().put("kid", "a").put("d", "AA");
        };
    }
}
