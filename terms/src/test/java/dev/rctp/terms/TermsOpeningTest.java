package dev.rctp.terms;

import static dev.rctp.terms.SampleTerms.GOOD;
import static dev.rctp.terms.SampleTerms.GOODS;
import static dev.rctp.terms.SampleTerms.json;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.rctp.registries.Money;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class TermsOpeningTest {

    private static final ListingId LISTING = new ListingId("lst-1");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final TermsOpening opening = TermsOpening.of(terms(), RANDOM);

    @Test
    @DisplayName("LST-4: the commitment is SHA-256 over the canonical salt and terms")
    void commitsToSaltAndTerms() throws Exception {
        TermsOpening known = TermsOpening.of("AAAAAAAAAAAAAAAAAAAAAA", (ObjectNode) json("{\"b\": 1, \"a\": \"x\"}"));
        byte[] canonical = "{\"salt\":\"AAAAAAAAAAAAAAAAAAAAAA\",\"terms\":{\"a\":\"x\",\"b\":1}}"
                .getBytes(StandardCharsets.UTF_8);
        String hex =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(canonical));
        assertThat(known.canonical()).isEqualTo(canonical);
        assertThat(known.commitment()).isEqualTo("sha-256:" + hex);
    }

    @Test
    @DisplayName("LST-4: each submission has a fresh salt of 128 bits, so equal terms have different commitments")
    void saltsEachSubmission() {
        assertThat(Stream.generate(() -> TermsOpening.of(terms(), RANDOM).commitment())
                        .limit(50)
                        .distinct())
                .hasSize(50);
        assertThat(new String(opening.canonical(), StandardCharsets.UTF_8)).matches("\\{\"salt\":\"[\\w-]{22}\".*");
    }

    @Test
    @DisplayName("LST-4: what was sealed opens under its own key, listing and commitment")
    void opensItsOwn() {
        SealedTerms sealed = seal();
        SealingKeys later = new SealingKeys(SampleTerms.key("k2", 2), List.of(SampleTerms.key("k1", 1)));
        TermsOpening opened = new SealedTerms(sealed.keyId(), sealed.box()).open(LISTING, opening.commitment(), later);
        assertThat(opened.canonical()).isEqualTo(opening.canonical());
        assertThat(opened.terms()).isEqualTo(opening.terms());
    }

    @Test
    @DisplayName("LST-4: sealed terms do not open for another listing, commitment, key or key id")
    void refusesOthers() {
        SealedTerms sealed = seal();
        String commitment = opening.commitment();
        String other = TermsOpening.of(terms(), RANDOM).commitment();
        assertRefused(sealed, new ListingId("lst-2"), commitment, SampleTerms.keys());
        assertRefused(sealed, LISTING, other, SampleTerms.keys());
        assertRefused(sealed, LISTING, commitment, new SealingKeys(SampleTerms.key("k1", 9), List.of()));
        assertRefused(sealed, LISTING, commitment, new SealingKeys(SampleTerms.key("k2", 1), List.of()));
    }

    @ParameterizedTest
    @DisplayName("LST-4: a sealed box with one bit changed does not open")
    @ValueSource(ints = {0, 11, 12, 40, -1})
    void refusesAltered(int at) {
        byte[] box = seal().box();
        box[at < 0 ? box.length - 1 : at] ^= 1;
        assertRefused(new SealedTerms("k1", box), LISTING, opening.commitment(), SampleTerms.keys());
    }

    @Test
    @DisplayName("INV-1: neither the box nor any text shows the floor")
    void showsNothing() {
        byte[] box = seal().box();
        assertThat(new String(box, StandardCharsets.ISO_8859_1)).doesNotContain("73219", "floor");
        assertThat(Stream.of(seal(), opening, SampleTerms.keys(), SampleTerms.key("k1", 1)))
                .allSatisfy(secret -> assertThat(secret.toString()).doesNotContain("73219", "AQEBAQ"));
        assertThat(Arrays.equals(box, seal().box()))
                .as("a fresh nonce each time")
                .isFalse();
    }

    @ParameterizedTest
    @DisplayName("LST-4: a sealing key is exactly 32 bytes, and a wrong one is not quoted")
    @ValueSource(strings = {"", "c2hvcnQ", "not base64 at all!"})
    void refusesOtherKeys(String key) {
        assertThatThrownBy(() -> new SealingKey("k1", key))
                .hasMessage("a sealing key is 32 bytes in base64url")
                .hasNoCause();
    }

    private SealedTerms seal() {
        return SealedTerms.seal(opening, LISTING, SampleTerms.key("k1", 1), RANDOM);
    }

    private static void assertRefused(SealedTerms sealed, ListingId listing, String commitment, SealingKeys keys) {
        assertThatThrownBy(() -> sealed.open(listing, commitment, keys)).isInstanceOf(IllegalStateException.class);
    }

    private static ListingTerms terms() {
        return (ListingTerms) ListingTerms.check(GOODS, new Money(90000, "EUR"), json(GOOD));
    }
}
