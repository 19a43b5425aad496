package dev.rctp.msgsig;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisplayName("SIG-3: Content-Digest (RFC 9530)")
class ContentDigestTest {

    private static final byte[] BODY = "{\"hello\": \"world\"}\n".getBytes(StandardCharsets.UTF_8);
    private static final String DIGEST = "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:";

    @Test
    @DisplayName("RFC 9530 B.1: the digest of the example's bytes")
    void example() {
        assertThat(ContentDigest.of(BODY)).isEqualTo(DIGEST);
        assertThat(ContentDigest.of(new byte[0])).isEqualTo("sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:|MATCHES",
                "sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:;x=1|MATCHES",
                "sha-512=:AAAA:, sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:, x=1|MATCHES",
                "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:|MISMATCH",
                "sha-256=::|MISMATCH",
                "sha-512=:AAAA:|MISSING",
                "''|MISSING",
                "SHA-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:|MALFORMED",
                "sha-256=RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=|MALFORMED",
                "sha-256=token|MALFORMED",
                "sha-256|MALFORMED",
                "sha-256=:RK_0qy18MlBSVnWgjwz6lZEWjP_lF5HF9bvEF8FabDg=:|MALFORMED",
                "sha-256=(:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:)|MALFORMED"
            })
    void check(String field, ContentDigest.Match expected) {
        assertThat(ContentDigest.check(HttpFields.of("content-digest", field), BODY))
                .isEqualTo(expected);
    }

    @Test
    void noField() {
        assertThat(ContentDigest.check(HttpFields.none(), BODY)).isEqualTo(ContentDigest.Match.MISSING);
    }

    @Test
    @DisplayName("two lines are one dictionary")
    void lines() {
        HttpFields fields = HttpFields.of("content-digest", "sha-512=:AAAA:", "content-digest", DIGEST);
        assertThat(ContentDigest.check(fields, BODY)).isEqualTo(ContentDigest.Match.MATCHES);
    }
}
