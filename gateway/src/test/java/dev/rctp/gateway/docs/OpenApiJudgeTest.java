package dev.rctp.gateway.docs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.rest.ApiDescription;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The OpenAPI document before a judge of others': npm {@code @seriousme/openapi-schema-validator}, by OpenAPI's own schema of 3.1. */
@Tag("long")
class OpenApiJudgeTest {

    private static final Path LOCKED = Checkout.ROOT.resolve("gateway/src/test/openapi-judge");
    private static final Path INSTALLED = Checkout.ROOT.resolve("gateway/target/openapi-judge");

    private static JsonNode judged(JsonNode document) throws Exception {
        Path file = Files.writeString(INSTALLED.resolve("document.json"), document.toString());
        return StrictJson.parse(execute("node", "judge.mjs", file.toString()).getBytes(StandardCharsets.UTF_8));
    }

    private static String execute(String... command) throws IOException, InterruptedException {
        Shell.Ended ended;
        try {
            ended = Shell.in(INSTALLED, INSTALLED).run(List.of(command));
        } catch (IOException e) {
            throw new AssertionError(command[0] + " is missing: the tests need the Debian packages nodejs and npm", e);
        }
        assertThat(ended.exit()).as(ended.err()).isZero();
        return ended.out();
    }

    @Test
    @DisplayName("it is valid OpenAPI 3.1; without its title it wouldn't be")
    void valid() throws Exception {
        Files.createDirectories(INSTALLED);
        for (String name : List.of("package.json", "package-lock.json", "judge.mjs")) {
            Files.copy(LOCKED.resolve(name), INSTALLED.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
        if (!Files.isDirectory(INSTALLED.resolve("node_modules/@seriousme/openapi-schema-validator"))) {
            execute("npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts");
        }
        Registries registries = Registries.load();
        JsonNode document = ApiDescription.of(
                registries,
                registries.actions().all(),
                URI.create("https://agents.shop.example"),
                "/.well-known/oauth-protected-resource",
                true);
        JsonNode verdict = judged(document);
        assertThat(verdict.path("valid").booleanValue()).as(verdict.toString()).isTrue();
        assertThat(verdict.path("version").asString()).isEqualTo("3.1");

        ((ObjectNode) document.path("info")).remove("title");
        assertThat(judged(document).path("valid").booleanValue()).isFalse();
    }
}
