package dev.rctp.gateway.cli.dossier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.approval.page.Tongues;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

class FactsTest {

    @Test
    @DisplayName("REC-6: what a refused event lacked, whose report an event is and what was promised stand on the page")
    void told() throws Exception {
        String body = """
                {"refused_event": "released", "unmet": ["funds_held", "accepted"], "ship_by": "2026-12-03T00:00:00Z",
                 "list_price": {"amount": 90000, "currency": "EUR"}, "relation": "relayed", "reported_by": "Some <b>Parcels</b>",
                 "source_event_id": "p_1", "next_jkt": "k_2"}""";
        String page = new Facts(new Tongues().of("en"))
                .of(StrictJson.parse(body.getBytes(StandardCharsets.UTF_8)))
                .markup()
                .replaceAll("<(?!b>)[^>]*>", " ")
                .replaceAll(" +", " ");
        assertThat(page)
                .contains(
                        "Event released",
                        "It lacked funds held, accepted",
                        "To be shipped by 2026-12-03",
                        "List price \u20ac900.00",
                        "passed on from another",
                        "name for it p_1",
                        "Next key k_2")
                .doesNotContain("<b>");
    }
}
