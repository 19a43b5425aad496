package dev.rctp.attest.verify;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.attest.deal.Agreement;
import dev.rctp.attest.deal.EventVerdict;
import dev.rctp.attest.deal.EventVerifier;
import dev.rctp.attest.deal.EventWindow;
import dev.rctp.attest.deal.Party;
import dev.rctp.registries.Money;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.JsonNode;

/** The vectors that the project publishes for others, in {@code registries/vectors}. */
class PublishedVectorsTest {

    private static final Registries REGISTRIES = Registries.load();

    /** One case, with what its file says of all. */
    record Case(String name, JsonNode json, JsonNode file) {

        boolean valid() {
            return json.path("valid").booleanValue();
        }

        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Case> cases(String kind) throws Exception {
        Path folder = Path.of(System.getProperty("basedir", "."), "..", "registries", "vectors");
        JsonNode file = StrictJson.parse(Files.readAllBytes(folder.resolve(kind + ".json")));
        return file.path("cases")
                .valueStream()
                .map(one -> new Case(one.path("name").stringValue(), one, file));
    }

    static Stream<Case> events() throws Exception {
        return cases("deal-events");
    }

    static Stream<Case> records() throws Exception {
        return cases("records").filter(one -> one.json().has("bundle"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("events")
    @DisplayName("EVT-1: events")
    void judgesEvents(Case one) throws Exception {
        String keyId = one.json().path("request_key").stringValue();
        JsonNode jwk = one.file()
                .path("keys")
                .valueStream()
                .filter(key -> key.path("kid").stringValue().equals(keyId))
                .findFirst()
                .orElseThrow();
        Instant now = Instant.ofEpochSecond(one.file().path("now").longValue());
        String profile = one.file().path("profile").stringValue();
        EventVerdict verdict = new EventVerifier(REGISTRIES.schemas(), EventWindow.standard())
                .verify(one.json().path("event").stringValue(), PartyKey.of(jwk), profile, agreement(one.file()), now);
        boolean good = verdict instanceof EventVerdict.Verified(var event) && event.isFresh(now);
        assertThat(good).as(verdict.toString()).isEqualTo(one.valid());
    }

    private static Agreement agreement(JsonNode file) {
        JsonNode price = file.path("price");
        return new Agreement(
                file.path("deal_id").stringValue(),
                new Party("https://buyers.example/p", "jkt"),
                new Money(
                        price.path("amount").longValue(), price.path("currency").stringValue()),
                REGISTRIES.releaseConditions().find("buyer_accepted").orElseThrow(),
                5,
                Instant.MAX);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("records")
    @DisplayName("REC-2 to REC-6: records")
    void judgesRecords(Case one) {
        byte[] bundle = one.json().path("bundle").toString().getBytes(StandardCharsets.UTF_8);
        RecordReport report = new RecordVerifier(REGISTRIES).verify(bundle);
        assertThat(report.passed()).as(report.toString()).isEqualTo(one.valid());
        if (report.integrity() instanceof RecordReport.Integrity.Broken(int index, long seq, String fault)
                && index >= 0) {
            assertThat(seq)
                    .as(fault)
                    .isEqualTo(one.json().path("expected").path("seq").longValue());
        }
    }
}
