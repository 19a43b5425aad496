package dev.rctp.registries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.JsonNodeFactory;

@DisplayName("The published vectors of RFC 8785")
class JcsVectorsTest {

    @ParameterizedTest
    @ValueSource(strings = {"arrays", "french", "structures", "unicode", "values", "weird"})
    void documents(String name) throws Exception {
        byte[] canonical = CanonicalJson.bytes(StrictJson.parse(Vectors.bytes("vectors/jcs/input/" + name + ".json")));
        String hex = Vectors.text("vectors/jcs/outhex/" + name + ".txt").replaceAll("\\s", "");
        assertThat(canonical)
                .isEqualTo(HexFormat.of().parseHex(hex))
                .isEqualTo(Vectors.bytes("vectors/jcs/output/" + name + ".json"));
    }

    @Test
    @DisplayName("B63: the 10,000 numbers")
    void numbers() throws Exception {
        List<String> lines =
                Vectors.text("vectors/jcs/es6-numbers-10000.txt").lines().toList();
        assertThat(lines).hasSize(10_000).allSatisfy(line -> {
            int comma = line.indexOf(',');
            double value = Double.longBitsToDouble(Long.parseUnsignedLong(line, 0, comma, 16));
            assertThat(CanonicalJson.text(JsonNodeFactory.instance.numberNode(value)))
                    .isEqualTo(line.substring(comma + 1));
        });
    }
}
