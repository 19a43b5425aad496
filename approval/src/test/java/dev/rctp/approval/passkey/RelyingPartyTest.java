package dev.rctp.approval.passkey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Set;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RelyingPartyTest {

    @Test
    @DisplayName("APR-3: RP id, origins and embedding origins as configuration has them")
    void good() {
        assertThatCode(() -> new RelyingParty(
                        "shop.example",
                        Set.of("https://shop.example", "https://approve.shop.example:8443"),
                        Set.of("https://partner.example")))
                .doesNotThrowAnyException();
        assertThatCode(() -> new RelyingParty("localhost", Set.of("http://localhost:4001"), Set.of()))
                .doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "Shop.example",
                "https://shop.example",
                "shop.example:443",
                "shop.example.",
                ".shop.example",
                "shop..example",
                "127.0.0.1",
                "-shop.example",
                "shop_1.example"
            })
    @DisplayName("APR-3: an RP id is a domain in lower case")
    void badIds(String id) {
        assertThat(RelyingParty.idFault(id)).isNotNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "https://shop.example/",
                "https://shop.example:443",
                "https://Shop.example",
                "http://shop.example",
                "https://evil-shop.example",
                "https://shop.example.evil.example",
                "https://example",
                "https://user@shop.example",
                "https://shop.example?x",
                "https://shop.example#x",
                "https://*.shop.example",
                "shop.example",
                "ftp://shop.example",
                "HTTPS://shop.example",
                "https://",
                "https:// shop.example",
                "null",
                ""
            })
    @DisplayName("APR-3: an origin is written as browsers write it, is https, and is at the RP id or below it")
    void badOrigins(String origin) {
        assertThat(RelyingParty.originFault("shop.example", origin)).isNotNull();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RelyingParty("shop.example", Set.of(origin), Set.of()));
    }

    @Test
    @DisplayName("APR-3: without an origin there is no relying party; an embedding origin may be anybody's")
    void edges() {
        assertThatIllegalArgumentException().isThrownBy(() -> new RelyingParty("shop.example", Set.of(), Set.of()));
        assertThat(RelyingParty.topOriginFault("https://partner.example")).isNull();
        assertThat(RelyingParty.topOriginFault("https://partner.example/")).isNotNull();
        assertThat(RelyingParty.topOriginFault("http://partner.example")).isNotNull();
        assertThat(RelyingParty.topOriginFault("http://localhost:5000")).isNull();
    }
}
