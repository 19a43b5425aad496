package dev.rctp.gateway.http.rest;

import dev.rctp.gateway.enforce.Bodies;
import dev.rctp.gateway.http.rest.Routes.ReadRoute;
import dev.rctp.registries.Action;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Side;
import dev.rctp.registries.StrictJson;
import dev.rctp.registries.Tier;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The OpenAPI 3.1 document of what agents and the pages for sellers can call: routes and scopes are those of the actions as configured, schemas and reasons those of the
 * registries; the file {@code openapi.json} has the words and the examples.
 */
public final class ApiDescription {

    /** Where the gateway answers with it. */
    public static final String PATH = "/.well-known/rctp-openapi.json";

    private static final Pattern VARIABLE = Pattern.compile("\\{([a-z_]+)}");

    /** Who needs a grant. */
    private enum Token {
        NOBODY,
        SELLERS,
        EVERYONE
    }

    private final ObjectNode document;
    private final JsonNode texts;
    private final SchemaComponents schemas;
    private final ApiAnswers answers;

    private ApiDescription(Registries registries) {
        this.document = words();
        this.texts = document.remove("operations");
        this.schemas = new SchemaComponents(registries.schemas());
        this.answers = new ApiAnswers(
                registries.reasonCodes(),
                document.withObjectProperty("components").putObject("responses"));
    }

    /**
     * Composes the document.
     *
     * @param actions the actions as configured; those without a route are left out
     * @param server the gateway's origin
     * @param metadataPath where the RFC 9728 metadata is
     * @param log whether a log of chain heads is kept
     */
    public static JsonNode of(
            Registries registries, List<Action> actions, URI server, String metadataPath, boolean log) {
        ApiDescription description = new ApiDescription(registries);
        description.document.putArray("servers").addObject().put("url", server.toString());
        actions.forEach(description::call);
        for (ReadRoute route : ReadRoute.values()) {
            description.read(route);
        }
        description.texts.propertyNames().stream()
                .filter(name -> name.startsWith("page."))
                .forEach(description::page);
        description.published("profile", Discovery.PROFILE_PATH);
        description.published("metadata", metadataPath);
        description.published("openapi", PATH);
        if (log) {
            description.published("checkpoint", Discovery.CHECKPOINT_PATH);
            description.published("checkpoint_key", Discovery.CHECKPOINT_KEY_PATH);
            description.published("consistency", Discovery.CONSISTENCY_PATH);
        }
        return description.schemas.adopted(description.document);
    }

    private static ObjectNode words() {
        try (InputStream file = Objects.requireNonNull(ApiDescription.class.getResourceAsStream("openapi.json"))) {
            return StrictJson.parseObject(file.readAllBytes());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InvalidJsonException e) {
            throw new IllegalStateException("openapi.json: " + e.getMessage(), e);
        }
    }

    private void call(Action action) {
        if (action.method() == null || action.path() == null) {
            return;
        }
        JsonNode text = text(action.name());
        Optional<String> body = Bodies.schemaOf(action.name());
        ObjectNode operation = operation(action.method(), action.path(), action.name(), text);
        operation.put("x-rctp-action", action.name()).put("x-rctp-decided", body.isPresent() || action.fixed());
        tiers(operation, action);
        boolean seller = action.side() == Side.SELLER;
        security(operation, token(action.side()), action.scope() == null ? "" : action.scope());
        parameters(operation, action.path(), List.of("Content-Digest", "Idempotency-Key"));
        body.ifPresent(schema -> {
            ObjectNode request = operation.putObject("requestBody").put("required", true);
            ObjectNode json = request.putObject("content").putObject("application/json");
            json.putObject("schema").put("$ref", schema + ".schema.json");
            json.set("example", text.path("request"));
        });
        boolean forwarded = body.isPresent() && action.side() != Side.PARTY;
        answers.ofCall(operation, text, seller, forwarded, action.allowedTiers().contains(Tier.ASK));
    }

    private static Token token(Side side) {
        return switch (side) {
            case SELLER -> Token.EVERYONE;
            case BUYER -> Token.NOBODY;
            case PARTY -> Token.SELLERS;
        };
    }

    private static void tiers(ObjectNode operation, Action action) {
        if (action.defaultTier() != null) {
            operation.put("x-rctp-default-tier", action.defaultTier().token());
        }
        if (!action.allowedTiers().isEmpty()) {
            ArrayNode allowed = operation.putArray("x-rctp-allowed-tiers");
            action.allowedTiers().stream().sorted().map(Tier::token).forEach(allowed::add);
        }
    }

    private void read(ReadRoute route) {
        String id = "read." + route.name().toLowerCase(Locale.ROOT);
        JsonNode text = text(id);
        ObjectNode operation = operation("get", route.template(), id, text);
        operation.put("x-rctp-decided", text.has("schema"));
        Token token = Token.valueOf(text.path("grant").stringValue("nobody").toUpperCase(Locale.ROOT));
        security(operation, token, "");
        parameters(
                operation,
                route.template(),
                text.path("query").valueStream().map(JsonNode::stringValue).toList());
        answers.ofRead(operation, text, token != Token.NOBODY);
    }

    /** What the pages for sellers call: unsigned, and all that is needed stands in the file. */
    private void page(String name) {
        JsonNode text = text(name);
        String path = text.path("path").stringValue();
        ObjectNode operation = operation(text.path("method").stringValue(), path, name, text);
        operation.putArray("security");
        ArrayNode parameters = operation.putArray("parameters");
        Stream.concat(variables(path), text.path("query").valueStream().map(JsonNode::stringValue))
                .forEach(parameter -> refer(parameters, parameter));
        if (text.has("body")) {
            ObjectNode request = operation.putObject("requestBody").put("required", true);
            request.putObject("content").putObject("application/json").set("schema", text.path("body"));
        }
        answers.ofPage(operation, text);
    }

    private void published(String name, String path) {
        JsonNode text = text("document." + name);
        ObjectNode operation = operation("get", path, "document." + name, text);
        operation.putArray("security");
        if (text.has("query")) {
            ArrayNode parameters = operation.putArray("parameters");
            text.path("query").forEach(parameter -> refer(parameters, parameter.stringValue()));
        }
        answers.ofDocument(operation, text);
    }

    private JsonNode text(String operation) {
        JsonNode text = texts.path(operation);
        if (text.isMissingNode()) {
            throw new IllegalStateException("openapi.json has no operation " + operation);
        }
        return text;
    }

    private ObjectNode operation(String method, String path, String id, JsonNode text) {
        ObjectNode operation = document.withObjectProperty("paths")
                .withObjectProperty(path)
                .putObject(method.toLowerCase(Locale.ROOT));
        operation.putArray("tags").add(text.path("tag").stringValue());
        operation.put("operationId", id).put("summary", text.path("summary").stringValue());
        if (text.has("description")) {
            operation.put("description", text.path("description").stringValue());
        }
        return operation;
    }

    private static void security(ObjectNode operation, Token token, String scope) {
        ArrayNode ways = operation.putArray("security");
        if (token != Token.EVERYONE) {
            ways.addObject().putArray("messageSignature");
        }
        if (token != Token.NOBODY) {
            ObjectNode both = ways.addObject();
            both.putArray("messageSignature");
            ArrayNode scopes = both.putArray("agentGrant");
            if (!scope.isEmpty()) {
                scopes.add(scope);
            }
        }
    }

    private static void parameters(ObjectNode operation, String path, List<String> more) {
        ArrayNode parameters = operation.putArray("parameters");
        Stream.of(variables(path), Stream.of("UCP-Agent", "Signature-Input"), more.stream())
                .flatMap(names -> names)
                .forEach(name -> refer(parameters, name));
    }

    private static Stream<String> variables(String path) {
        return VARIABLE.matcher(path).results().map(found -> found.group(1));
    }

    private static void refer(ArrayNode parameters, String name) {
        parameters.addObject().put("$ref", "#/components/parameters/" + name);
    }
}
