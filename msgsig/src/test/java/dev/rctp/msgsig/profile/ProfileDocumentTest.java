package dev.rctp.msgsig.profile;

import static dev.rctp.msgsig.profile.Profiles.document;
import static dev.rctp.msgsig.profile.Profiles.operatorConfig;
import static dev.rctp.msgsig.profile.Profiles.operatorEntry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class ProfileDocumentTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();
    private static final ProfileUrl URL =
            ProfileUrl.parse("https://agent.example/.well-known/ucp", false).orElseThrow();

    private final SigningKey key = CRYPTOGRAPHY.generate();
    private final SigningKey other = CRYPTOGRAPHY.generate();
    private final ProfileDocument reader = new ProfileDocument(CRYPTOGRAPHY, Set.of(Profiles.VERSION), false);

    private ProfileReading read(ObjectNode document) {
        return reader.read(URL, Profiles.bytes(document));
    }

    private ValidProfile valid(ObjectNode document) {
        assertThat(read(document)).isInstanceOf(ValidProfile.class);
        return (ValidProfile) read(document);
    }

    private void assertInvalid(ProfileReading reading, String cause) {
        assertThat(reading)
                .isInstanceOfSatisfying(
                        ProfileReading.Invalid.class,
                        invalid -> assertThat(invalid.cause()).isEqualTo(cause));
    }

    private boolean hasKey(ObjectNode document, SigningKey wanted) {
        return valid(document).find(wanted.thumbprint()).isPresent();
    }

    private static ArrayNode keys(ObjectNode document) {
        return (ArrayNode) document.path("keys");
    }

    @Test
    @DisplayName("OPR-4: a profile names its operator; keys stand at the top level")
    void operator() {
        ObjectNode document = document(key);
        operatorConfig(document).putArray("certifications").add("iso27001");
        document.withObject("/ucp/capabilities")
                .putArray("dev.rctp.deal")
                .addObject()
                .putObject("config")
                .put("webhook_url", "https://agent.example/hooks");
        Operator operator = valid(document).operator();
        assertThat(operator.profile()).isEqualTo(URL.text());
        assertThat(operator.legalEntity()).isEqualTo("Agents Ltd");
        assertThat(operator.jurisdiction()).isEqualTo("DE-BE");
        assertThat(operator.incidentContact()).isEqualTo("mailto:incidents@agent.example");
        assertThat(operator.incidentSlaHours()).isEqualTo(24);
        assertThat(operator.certifications()).containsExactly("iso27001");
        assertThat(operator.webhookUrl()).isEqualTo(URI.create("https://agent.example/hooks"));
        assertThat(hasKey(document, key)).isTrue();
    }

    @Test
    @DisplayName("OPR-4: without dev.rctp.deal there is no webhook; unknown members mean nothing")
    void openness() {
        ObjectNode document = document(key).put("x", 1);
        document.withObject("/ucp").put("status", "success").putObject("ucp").put("version", "1999-01-01");
        assertThat(valid(document).operator().webhookUrl()).isNull();
    }

    static Stream<Arguments> incomplete() {
        return Stream.of(
                broken("legal_entity missing", d -> operatorConfig(d).remove("legal_entity")),
                broken("legal_entity blank", d -> operatorConfig(d).put("legal_entity", " ")),
                broken("legal_entity too long", d -> operatorConfig(d).put("legal_entity", "x".repeat(201))),
                broken(
                        "legal_entity that turns the text",
                        d -> operatorConfig(d).put("legal_entity", "A\u202eB")),
                broken("legal_entity on two lines", d -> operatorConfig(d).put("legal_entity", "A\u2028B")),
                broken("legal_entity that nobody sees", d -> operatorConfig(d).put("legal_entity", "\u3164")),
                broken("jurisdiction missing", d -> operatorConfig(d).remove("jurisdiction")),
                broken("jurisdiction in words", d -> operatorConfig(d).put("jurisdiction", "Germany")),
                broken("incident_contact missing", d -> operatorConfig(d).remove("incident_contact")),
                broken("incident_sla_hours missing", d -> operatorConfig(d).remove("incident_sla_hours")),
                broken("incident_sla_hours zero", d -> operatorConfig(d).put("incident_sla_hours", 0)),
                broken("incident_sla_hours as text", d -> operatorConfig(d).put("incident_sla_hours", "24")),
                broken("incident_sla_hours fractional", d -> operatorConfig(d).put("incident_sla_hours", 1.5)),
                broken("no config", d -> operatorEntry(d).remove("config")),
                broken(
                        "no operator entry",
                        d -> d.withObject("/ucp/capabilities").removeAll()),
                broken(
                        "operator entry not in a list",
                        d -> d.withObject("/ucp/capabilities").set("dev.rctp.operator", operatorEntry(d))),
                broken("capabilities as a list", d -> d.withObject("/ucp").putArray("capabilities")),
                broken("no capabilities", d -> d.withObject("/ucp").remove("capabilities")),
                broken("no services", d -> d.withObject("/ucp").remove("services")),
                broken("no payment_handlers", d -> d.withObject("/ucp").remove("payment_handlers")),
                broken("no version", d -> d.withObject("/ucp").remove("version")),
                broken("version as a number", d -> d.withObject("/ucp").put("version", 20260825)),
                broken("no ucp", d -> d.remove("ucp")),
                broken("keys as an object", d -> d.putObject("keys")),
                broken("keys with a text", d -> keys(d).add("key")),
                broken(
                        "webhook over http",
                        d -> d.withObject("/ucp/capabilities")
                                .putArray("dev.rctp.deal")
                                .addObject()
                                .putObject("config")
                                .put("webhook_url", "http://agent.example/hooks")));
    }

    private static Arguments broken(String what, Consumer<ObjectNode> change) {
        return Arguments.of(what, change);
    }

    @ParameterizedTest(name = "{0}")
    @DisplayName("OPR-4: a profile without what it must have is malformed")
    @MethodSource
    void incomplete(String what, Consumer<ObjectNode> change) {
        ObjectNode document = document(key);
        change.accept(document);
        assertInvalid(read(document), "profile_malformed");
    }

    @ParameterizedTest
    @DisplayName("OPR-4: what is not one JSON object by RFC 7493 is malformed")
    @ValueSource(strings = {"", "[]", "<html>", "{\"ucp\":{}", "{\"keys\":[],\"keys\":[]}", "\uFEFF{}"})
    void notJson(String body) {
        assertInvalid(reader.read(URL, body.getBytes(StandardCharsets.UTF_8)), "profile_malformed");
    }

    @ParameterizedTest
    @DisplayName("UCP authority binding: an operator entry whose schema another domain hosts counts as absent")
    @ValueSource(
            strings = {
                "https://evil.example/operator.json", "https://schemas.rctp.dev/operator.json",
                        "http://rctp.dev/operator.json",
                "https://rctp.dev@evil.example/o.json", "https://dev/o.json", "rctp.dev"
            })
    void foreignSchema(String schema) {
        ObjectNode document = document(key);
        operatorEntry(document).put("schema", schema);
        assertInvalid(read(document), "profile_malformed");
    }

    @Test
    @DisplayName("UCP authority binding: the name's own domain, with any port, may host the schema")
    void ownSchema() {
        ObjectNode document = document(key);
        operatorEntry(document).put("schema", "https://OPERATOR.rctp.dev:8443/o.json");
        valid(document);
    }

    @Test
    @DisplayName("OPR-5: versions spoken are configuration; any other is version_unsupported")
    void version() {
        ObjectNode document = document(key);
        document.withObject("/ucp").put("version", "2026-04-08");
        assertInvalid(read(document), "version_unsupported");
        ProfileDocument both = new ProfileDocument(CRYPTOGRAPHY, Set.of(Profiles.VERSION, "2026-04-08"), false);
        assertThat(both.read(URL, Profiles.bytes(document))).isInstanceOf(ValidProfile.class);
    }

    @Test
    @DisplayName("OPR-3, B-1: a key whose kid is not its thumbprint is skipped, the others stay")
    void kidIsThumbprint() {
        ObjectNode document = document(key);
        keys(document).add(other.publicJwk().put("kid", "key-2"));
        assertThat(hasKey(document, key)).isTrue();
        assertThat(valid(document).find("key-2")).isEmpty();
        assertThat(hasKey(document, other)).isFalse();
    }

    @Test
    @DisplayName("OPR-3, B10: unknown types and curves, off-curve points and a wrong alg are skipped")
    void unknownTypes() {
        ObjectNode document = document();
        keys(document)
                .addObject()
                .put("kid", "r")
                .put("kty", "RSA")
                .put("n", "AQAB")
                .put("e", "AQAB");
        keys(document)
                .addObject()
                .put("kid", "x")
                .put("kty", "OKP")
                .put("crv", "X25519")
                .put("x", "AAAA");
        keys(document).add(other.publicJwk().put("alg", "EdDSA"));
        ObjectNode offCurve = CRYPTOGRAPHY.generate().publicJwk();
        keys(document).add(offCurve.put("x", offCurve.path("y").stringValue()));
        keys(document).add(key.publicJwk());
        assertThat(hasKey(document, key)).isTrue();
        assertThat(hasKey(document, other)).isFalse();
    }

    @Test
    @DisplayName("OPR-3: keys for encryption and keys that do not verify are skipped")
    void useAndOperations() {
        ObjectNode document = document();
        keys(document).add(key.publicJwk().put("use", "enc"));
        ObjectNode signing = other.publicJwk();
        signing.putArray("key_ops").add("sign");
        keys(document).add(signing);
        assertThat(hasKey(document, key)).isFalse();
        assertThat(hasKey(document, other)).isFalse();
        signing.withArray("key_ops").add("verify");
        assertThat(hasKey(document, other)).isTrue();
    }

    @ParameterizedTest
    @DisplayName("OPR-3, B74: a private member in any key, even a useless one, makes the profile invalid")
    @ValueSource(strings = {"d", "p", "q", "dp", "dq", "qi", "oth", "k"})
    void privateMember(String member) {
        ObjectNode document = document(key);
        keys(document)
                .addObject()
                .put("kid", "x")
                .put("kty", "new")
                .put("use", "enc")
                .put(member, "AA");
        assertInvalid(read(document), "profile_malformed");
    }

    @Test
    @DisplayName("B74: two keys with one kid make that key unusable, not the others")
    void twoKeysOneKid() throws Exception {
        SigningKey edwards = CRYPTOGRAPHY.signingKey(CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ED25519));
        ObjectNode document = document(key, other);
        keys(document).add(edwards.publicJwk().put("kid", key.thumbprint()));
        keys(document).add(edwards.publicJwk().put("kid", key.thumbprint()));
        assertThat(hasKey(document, key)).isFalse();
        assertThat(hasKey(document, other)).isTrue();
    }

    @Test
    @DisplayName("SIG-1: a profile may publish ES384 and Ed25519 keys")
    void otherAlgorithms() throws Exception {
        SigningKey p384 = CRYPTOGRAPHY.signingKey(CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ES384));
        SigningKey edwards = CRYPTOGRAPHY.signingKey(CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ED25519));
        ObjectNode document = document(p384, edwards);
        assertThat(hasKey(document, p384)).isTrue();
        assertThat(hasKey(document, edwards)).isTrue();
    }

    @Test
    @DisplayName("OPR-3: keys inside ucp are not the profile's keys; a profile may have none")
    void keysInsideUcp() {
        ObjectNode document = document(key);
        document.withObject("/ucp").set("keys", document.remove("keys"));
        assertThat(hasKey(document, key)).isFalse();
    }
}
