package dev.rctp.gateway.cli.dossier;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.JsonNodeFactory;

class SaidTest {

    @Test
    @DisplayName("EVT-2: a checkpoint is told in words, a reverse-domain name as whoever made it wrote it")
    void types() {
        assertThat(reports("returned_to_sender")).isEqualTo("Reports: returned to sender");
        assertThat(reports("dev.rctp.key_succession")).isEqualTo("Reports: dev.rctp.key_succession");
        assertThat(reports("example.carrier.in_transit")).isEqualTo("Reports: example.carrier.in_transit");
    }

    private static String reports(String type) {
        return new Said("event", JsonNodeFactory.instance.objectNode().put("type", type), true).what();
    }
}
