package dev.rctp.terms;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.StrictJson;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The vectors that the project publishes for others, in {@code registries/vectors}. */
class PublishedVectorsTest {

    @Test
    @DisplayName("LST-4: commitments")
    void commitsAsPublished() throws Exception {
        Path folder = Path.of(System.getProperty("basedir", "."), "..", "registries", "vectors");
        JsonNode file = StrictJson.parse(Files.readAllBytes(folder.resolve("terms-commitments.json")));
        for (JsonNode one : file.path("cases")) {
            TermsOpening opening = TermsOpening.of(one.path("salt").stringValue(), (ObjectNode) one.path("terms"));
            String name = one.path("name").stringValue();
            assertThat(opening.commitment())
                    .as(name)
                    .isEqualTo(one.path("expected").path("digest").stringValue());
            assertThat(opening.commitment().equals(one.path("terms_commitment").stringValue()))
                    .as(name)
                    .isEqualTo(one.path("valid").booleanValue());
        }
    }
}
