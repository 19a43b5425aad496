package dev.rctp.gateway.cli;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.profile.OperatorProfile;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Operators' profiles, good and bad, with what others who judge them say. */
final class ProfileCases {

    /**
     * A profile.
     *
     * @param name what is done to a good one
     * @param document the result
     * @param schema whether UCP's own JSON Schema for platforms takes it
     * @param cli whether {@code @shopify/ucp-cli} takes it
     * @param ours whether {@code profile check} has nothing against it
     */
    record Case(String name, ObjectNode document, boolean schema, boolean cli, boolean ours) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static final String KEY = Cryptography.select()
            .generateJwk(SignatureAlgorithm.ES256)
            .without("d")
            .toString();

    private ProfileCases() {}

    /** A good profile with some of everything. */
    static ObjectNode good() {
        try {
            ObjectNode document =
                    StrictJson.parseObject(OperatorProfile.of("Agents", "DE", "mailto:a@agent.example", 24)
                            .key(StrictJson.parse(KEY.getBytes(StandardCharsets.UTF_8)))
                            .build()
                            .bytes());
            ObjectNode ucp = (ObjectNode) document.path("ucp");
            ucp.withObject("services")
                    .putArray("dev.ucp.shopping")
                    .addObject()
                    .put("version", "2026-08-25")
                    .put("transport", "rest")
                    .put("spec", "https://ucp.dev/s")
                    .put("schema", "https://ucp.dev/s.json");
            ucp.withObject("payment_handlers")
                    .putArray("com.example.pay")
                    .addObject()
                    .put("version", "2026-01-01")
                    .put("id", "pay")
                    .put("spec", "https://example.com/s")
                    .put("schema", "https://example.com/s.json");
            return document;
        } catch (InvalidJsonException e) {
            throw new IllegalStateException(e);
        }
    }

    private static Case changed(String name, boolean schema, boolean cli, boolean ours, Consumer<ObjectNode> change) {
        ObjectNode document = good();
        change.accept(document);
        return new Case(name, document, schema, cli, ours);
    }

    private static Case fine(String name, Consumer<ObjectNode> change) {
        return changed(name, true, true, true, change);
    }

    private static Case bad(String name, Consumer<ObjectNode> change) {
        return changed(name, false, false, false, change);
    }

    /** UCP's schema asks for it in a platform's profile; the command line doesn't look. */
    private static Case schemaOnly(String name, Consumer<ObjectNode> change) {
        return changed(name, false, true, false, change);
    }

    /** The schema can't say it. */
    private static Case cliOnly(String name, Consumer<ObjectNode> change) {
        return changed(name, true, false, false, change);
    }

    /** RCTP asks for it, UCP doesn't. */
    private static Case oursOnly(String name, Consumer<ObjectNode> change) {
        return changed(name, true, true, false, change);
    }

    static List<Case> all() {
        return Stream.of(envelope(), services(), capabilities(), handlers(), keys())
                .flatMap(part -> part)
                .toList();
    }

    private static Stream<Case> envelope() {
        return Stream.of(
                fine("nothing", d -> {}),
                fine("unknown members", d -> ucp(d).put("more", 1)),
                fine("status success", d -> ucp(d).put("status", "success")),
                bad("status ok", d -> ucp(d).put("status", "ok")),
                bad("no version", d -> ucp(d).remove("version")),
                bad("version as a number", d -> ucp(d).put("version", 20260825)),
                bad("no ucp", d -> d.remove("ucp")),
                fine(
                        "map_order",
                        d -> ucp(d).putObject("map_order").putArray("services").add("dev.ucp.shopping")),
                bad(
                        "map_order of numbers",
                        d -> ucp(d).putObject("map_order").putArray("services").add(1)),
                bad("services as a list", d -> ucp(d).putArray("services")),
                bad("capabilities as a list", d -> ucp(d).putArray("capabilities")),
                bad("no services", d -> ucp(d).remove("services")),
                bad("no payment_handlers", d -> ucp(d).remove("payment_handlers")),
                oursOnly("no capabilities", d -> ucp(d).remove("capabilities")),
                oursOnly("no dev.rctp.operator", d -> ucp(d).putObject("capabilities")));
    }

    private static Stream<Case> services() {
        return Stream.of(
                bad("service without version", d -> service(d).remove("version")),
                bad("service version no date", d -> service(d).put("version", "1.0")),
                bad("service without transport", d -> service(d).remove("transport")),
                bad("transport unknown", d -> service(d).put("transport", "grpc")),
                bad("service not in a list", d -> ucp(d).withObject("services").set("dev.ucp.shopping", service(d))),
                schemaOnly("service without spec", d -> service(d).remove("spec")),
                schemaOnly("rest service without schema", d -> service(d).remove("schema")),
                fine(
                        "a2a service without schema",
                        d -> service(d).put("transport", "a2a").remove("schema")),
                cliOnly("spec no URL", d -> service(d).put("spec", "the spec")),
                cliOnly("endpoint no URL", d -> service(d).put("endpoint", "/ucp")),
                bad("endpoint as a number", d -> service(d).put("endpoint", 1)),
                bad("service id as a number", d -> service(d).put("id", 1)),
                bad("service config as a list", d -> service(d).putArray("config")),
                cliOnly("dev.ucp service of another version", d -> service(d).put("version", "2026-04-08")),
                fine(
                        "other service of another version",
                        d -> ucp(d).withObject("services")
                                .putArray("com.example.shop")
                                .add(service(d).deepCopy().put("version", "2020-01-01"))),
                schemaOnly(
                        "service with a bad name",
                        d -> ucp(d).withObject("services").putArray("Shopping")));
    }

    private static Stream<Case> capabilities() {
        return Stream.of(
                bad("capability without version", d -> capability(d).remove("version")),
                schemaOnly("capability without spec", d -> capability(d).remove("spec")),
                schemaOnly("capability without schema", d -> capability(d).remove("schema")),
                bad("capability config as a text", d -> capability(d).put("config", "x")),
                fine("extends one", d -> capability(d).put("extends", "dev.ucp.shopping")),
                fine(
                        "extends two",
                        d -> capability(d)
                                .putArray("extends")
                                .add("dev.ucp.shopping")
                                .add("com.example.a")),
                bad("extends nothing", d -> capability(d).putArray("extends")),
                bad("extends a bad name", d -> capability(d).put("extends", "shopping")),
                oursOnly("schema of another domain", d -> capability(d).put("schema", "https://agent.example/o.json")),
                oursOnly("no jurisdiction", d -> config(d).remove("jurisdiction")));
    }

    private static Stream<Case> handlers() {
        return Stream.of(
                schemaOnly("handler without id", d -> handler(d).remove("id")),
                bad("handler without version", d -> handler(d).remove("version")),
                fine(
                        "instruments",
                        d -> handler(d)
                                .putArray("available_instruments")
                                .addObject()
                                .put("type", "card")),
                bad("no instruments", d -> handler(d).putArray("available_instruments")),
                bad(
                        "instrument without type",
                        d -> handler(d).putArray("available_instruments").addObject()));
    }

    private static Stream<Case> keys() {
        return Stream.of(
                oursOnly("no keys", d -> d.remove("keys")),
                bad("keys as an object", d -> d.putObject("keys")),
                bad("key as a text", d -> keys(d).add("key")),
                bad("key without kid", d -> key(d).remove("kid")),
                bad("key without kty", d -> key(d).remove("kty")),
                bad("crv as a number", d -> key(d).put("crv", 256)),
                oursOnly("kid is no thumbprint", d -> key(d).put("kid", "mine")),
                changed("private key", false, true, false, d -> key(d).put("d", "AA")),
                fine(
                        "a key of an unknown type beside",
                        d -> keys(d).addObject().put("kid", "x").put("kty", "new")));
    }

    private static ObjectNode ucp(ObjectNode document) {
        return (ObjectNode) document.path("ucp");
    }

    private static ObjectNode service(ObjectNode document) {
        return (ObjectNode) document.at("/ucp/services/dev.ucp.shopping/0");
    }

    private static ObjectNode capability(ObjectNode document) {
        return (ObjectNode) document.at("/ucp/capabilities/dev.rctp.operator/0");
    }

    private static ObjectNode config(ObjectNode document) {
        return (ObjectNode) capability(document).path("config");
    }

    private static ObjectNode handler(ObjectNode document) {
        return (ObjectNode) document.at("/ucp/payment_handlers/com.example.pay/0");
    }

    private static ArrayNode keys(ObjectNode document) {
        return (ArrayNode) document.path("keys");
    }

    private static ObjectNode key(ObjectNode document) {
        return (ObjectNode) keys(document).path(0);
    }
}
