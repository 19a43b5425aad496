package dev.rctp.registries;

import com.networknt.schema.Error;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.dialect.Dialect;
import com.networknt.schema.dialect.Dialects;
import com.networknt.schema.path.PathType;
import com.networknt.schema.resource.SchemaLoader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * The JSON Schemas (2020-12) of the objects on the wire and of the registry files (protocol section 14), each compiled
 * once. Nothing is ever fetched: a reference that leads out of the folder stops the start. Safe for concurrent use.
 */
public final class Schemas {

    /** Where the schemas' {@code $id}s are: this and the file name. */
    public static final String BASE = "https://rctp.dev/schemas/";

    private static final String SUFFIX = ".schema.json";

    private final Map<String, Schema> byName = new TreeMap<>();
    private final Map<String, JsonNode> documents = new TreeMap<>();

    /** Compiles the schemas, given by file name ({@code error.schema.json}). */
    Schemas(Map<String, JsonNode> files) {
        SchemaRegistry registry = registry(files);
        files.forEach((file, document) -> {
            byName.put(name(file), compile(registry, file));
            documents.put(name(file), document.deepCopy());
        });
    }

    /** What is wrong with the value under the schema of that name, such as {@code error}; throws for an unknown name. */
    public List<Fault> validate(String name, JsonNode value) {
        Schema schema = byName.get(name);
        if (schema == null) {
            throw new IllegalArgumentException("there is no schema " + name);
        }
        return schema.validate(value).stream().map(Fault::of).distinct().toList();
    }

    /** A copy of the schema of that name, as its file writes it; throws for an unknown name. */
    public JsonNode document(String name) {
        JsonNode document = documents.get(name);
        if (document == null) {
            throw new IllegalArgumentException("there is no schema " + name);
        }
        return document.deepCopy();
    }

    /** The names of all schemas, in alphabetical order. */
    public Set<String> names() {
        return Set.copyOf(byName.keySet());
    }

    /**
     * One thing that is wrong with a value; never quotes the value.
     *
     * @param path the JSON pointer (RFC 6901) of what is wrong or missing; empty for the whole value
     * @param message one sentence without its subject, such as {@code is required}
     */
    public record Fault(String path, String message) {

        private static Fault of(Error error) {
            return new Fault(path(error), SchemaMessages.message(error));
        }

        private static String path(Error error) {
            String at = error.getInstanceLocation().toString();
            String member = error.getProperty();
            return member == null ? at : at + "/" + member.replace("~", "~0").replace("/", "~1");
        }
    }

    private static SchemaRegistry registry(Map<String, JsonNode> files) {
        Map<String, String> texts = new HashMap<>();
        files.forEach((file, schema) -> texts.put(BASE + file, schema.toString()));
        SchemaRegistryConfig config = SchemaRegistryConfig.builder()
                .formatAssertionsEnabled(true)
                .pathType(PathType.JSON_POINTER)
                // compile(...) does it, and hears what is wrong
                .preloadSchema(false)
                .build();
        SchemaLoader loader = SchemaLoader.builder()
                .fetchRemoteResources(false)
                .resourceLoaders(loaders -> loaders.resources(texts))
                .build();
        Dialect dialect = Dialect.builder(Dialects.getDraft202012())
                .keyword(new PlainIntegers())
                .build();
        return SchemaRegistry.withDialect(
                dialect, registry -> registry.schemaLoader(loader).schemaRegistryConfig(config));
    }

    private static Schema compile(SchemaRegistry registry, String file) {
        try {
            Schema schema = registry.getSchema(SchemaLocation.of(BASE + file));
            schema.initializeValidators();
            return schema;
        } catch (RuntimeException e) {
            throw new IllegalStateException("schemas/" + file + ": " + e.getMessage(), e);
        }
    }

    private static String name(String file) {
        return file.substring(0, file.length() - SUFFIX.length());
    }
}
