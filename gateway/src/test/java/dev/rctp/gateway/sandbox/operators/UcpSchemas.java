package dev.rctp.gateway.sandbox.operators;

import com.networknt.schema.Error;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.dialect.Dialects;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** UCP's own JSON Schemas of version 2026-08-25 for profiles. */
public final class UcpSchemas {

    private static final String BASE = "https://ucp.dev/schemas/";

    private final SchemaRegistry registry;

    public UcpSchemas() {
        Map<String, String> texts = new HashMap<>();
        for (String file : List.of(
                "profile.json",
                "ucp.json",
                "capability.json",
                "service.json",
                "payment_handler.json",
                "common/types/constraint_expression.json",
                "common/types/request_constraints.json",
                "common/types/reverse_domain_name.json",
                "shopping/types/available_payment_instrument.json",
                "transports/embedded_config.json")) {
            texts.put(BASE + file, read(file));
        }
        registry = SchemaRegistry.withDialect(
                Dialects.getDraft202012(),
                builder -> builder.schemaLoader(
                        loader -> loader.fetchRemoteResources(false).resourceLoaders(r -> r.resources(texts))));
    }

    /** What is wrong with the profile under {@code business_schema} or {@code platform_schema}. */
    public List<Error> faults(String definition, JsonNode profile) {
        return registry.getSchema(SchemaLocation.of(BASE + "profile.json#/$defs/" + definition))
                .validate(profile);
    }

    private static String read(String file) {
        try (InputStream in = UcpSchemas.class.getResourceAsStream("/vectors/ucp-schemas/" + file)) {
            if (in == null) {
                throw new IllegalStateException("the UCP schema " + file + " is missing from the test resources");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
