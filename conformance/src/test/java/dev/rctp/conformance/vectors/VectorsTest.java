package dev.rctp.conformance.vectors;

import static org.assertj.core.api.Assertions.assertThat;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The published vectors are those that the program makes. */
class VectorsTest {

    private static final int LEAST = 200;

    @Test
    void thePublishedFilesAreThoseThatAreMade() throws IOException {
        Map<String, String> made = new TreeMap<>();
        VectorFiles.made().forEach((name, bytes) -> made.put(name, new String(bytes, StandardCharsets.UTF_8)));
        Map<String, String> published = Published.files();
        assertThat(published.keySet()).isEqualTo(made.keySet());
        made.forEach((name, text) -> assertThat(text.equals(published.get(name)))
                .as(
                        "%s differs from what is made; run %s with the argument %s",
                        name, VectorFiles.class.getName(), Published.FOLDER)
                .isTrue());
    }

    @Test
    void eachFileIsAsTheSchemaSays() throws IOException {
        String json = Files.readString(Published.FOLDER.resolve(Published.SCHEMA));
        Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(json, InputFormat.JSON);
        Published.files()
                .forEach((name, text) -> assertThat(schema.validate(text, InputFormat.JSON))
                        .as(name)
                        .isEmpty());
    }

    @Test
    void thereAreManyAndOfEachKindGoodAndBadOnes() throws IOException {
        List<JsonNode> files =
                Published.files().values().stream().<JsonNode>map(Texts::read).toList();
        assertThat(files.stream().flatMap(VectorsTest::cases)).hasSizeGreaterThanOrEqualTo(LEAST);
        for (JsonNode file : files) {
            String kind = file.path("kind").stringValue();
            assertThat(cases(file).map(one -> one.path("valid").booleanValue()).distinct())
                    .as(kind)
                    .hasSize(kind.equals("keys") ? 1 : 2);
        }
    }

    private static Stream<JsonNode> cases(JsonNode file) {
        return file.path("cases").valueStream();
    }
}
