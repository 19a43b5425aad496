package dev.rctp.conformance.s12invariants;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.Listing;
import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** What {@link Secrets} finds, and what it passes over. */
final class SecretsTest {

    private static final String SALT = "c2FsdC1vZi0xMjgtYml0cw";

    private final Secrets secrets = new Secrets(listing());

    private static Listing listing() {
        ObjectNode terms = Json.terms(8_012_345, Instant.parse("2026-11-30T12:00:00Z"));
        ObjectNode committed = Json.object().put("salt", SALT);
        committed.set("terms", terms);
        ObjectNode answer = Json.object().put("terms_commitment", Sha256.text(CanonicalJson.bytes(committed)));
        return new Listing("lst_1", "A thing", 10_000_000, terms, answer, "apr_1");
    }

    @Test
    void findsTheFloorAsANumber() {
        assertThat(secrets.in("Retry-After: 8012345\r\n")).isEqualTo("floor");
        assertThat(secrets.in("{\"least\":{\"amount\":8012345}}")).isEqualTo("floor");
    }

    @Test
    void findsTheFloorWithinAJws() {
        String payload = Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString("{\"floor\":8012345}".getBytes(StandardCharsets.UTF_8));

        assertThat(secrets.in("eyJhbGciOiJFUzI1NiJ9." + payload + ".c2ln")).isEqualTo("floor");
    }

    @Test
    void findsTheSaltByTheCommitment() {
        assertThat(secrets.in("\"nonce\":\"" + SALT + "\"")).isEqualTo("salt");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "at least 80,123.45 EUR",
                "80.123,45 €",
                "80 123,45",
                "80123.45",
                "80'123.45",
                "f_8012345",
                "7a4239",
                "0x7A4239",
                "ODAxMjM0NQ"
            })
    void findsTheFloorHoweverItIsWritten(String text) {
        assertThat(secrets.in(text)).isEqualTo("floor");
    }

    @Test
    void passesOverLongerNumbersOtherAmountsAndOtherSalts() {
        assertThat(secrets.in("18012345 80123456 80,124.45 \"YW5vdGhlci1zYWx0LW9mLTE2\" 80123"))
                .isEmpty();
    }
}
