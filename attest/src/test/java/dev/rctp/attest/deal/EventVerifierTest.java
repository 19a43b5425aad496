package dev.rctp.attest.deal;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSObject;
import com.nimbusds.jose.Payload;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.util.Base64URL;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

class EventVerifierTest {

    private static final Instant NOW = Events.OPENED.plusSeconds(60);
    private static final TestParty BUYER = TestParty.of("https://buyer.example/profile");
    private static final TestParty ESCROW = TestParty.of("https://escrow.example/profile");
    private static final Agreement AGREEMENT = Events.agreement(BUYER.party(), "buyer_accepted");
    private static final EventVerifier VERIFIER = Events.verifier();

    private final Events events = new Events();

    @ParameterizedTest
    @ValueSource(strings = {"ES256", "ES384", "EdDSA"})
    @DisplayName("EVT-1: an event is taken under the algorithm of its key, and under no other (B70)")
    void algorithms(String algorithm) {
        TestParty party = TestParty.of("https://escrow.example/profile", algorithm);
        ObjectNode claims = events.claims(party, "funds_held", null, NOW);

        VerifiedEvent event = verified(party, party.event(claims));
        assertThat(event.writer()).isEqualTo(party.party());
        assertThat(event.claims().type()).isEqualTo("funds_held");
        for (String other : new String[] {"ES256", "ES384", "EdDSA", "none", "HS256", "RS256", "es256"}) {
            if (!other.equals(algorithm)) {
                assertRefused(party, party.jws(party.header().put("alg", other), claims.toString()), "alg");
            }
        }
    }

    @Test
    @DisplayName("B73: what another library signs is taken, and it takes what is signed here")
    void otherLibrary() throws Exception {
        ECKey key = new ECKeyGenerator(Curve.P_256).generate();
        String kid = key.computeThumbprint().toString();
        TestParty named = TestParty.of("https://escrow.example/profile");
        ObjectNode claims = events.claims(named, "funds_held", null, NOW);
        JWSObject jws = new JWSObject(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .keyID(kid)
                        .type(new JOSEObjectType(EventVerifier.TYPE))
                        .build(),
                new Payload(claims.toString()));
        jws.sign(new ECDSASigner(key));
        assertThat(VERIFIER.verify(
                        jws.serialize(), nimbus(key, kid), named.party().profile(), AGREEMENT, NOW))
                .isInstanceOf(EventVerdict.Verified.class);
        assertThat(JWSObject.parse(named.event(claims))
                        .verify(new ECDSAVerifier(ECKey.parse(named.jwk().toString()))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"[\"rctp-limit\"]", "[]", "\"x\"", "[\"alg\"]", "[\"b64\"]", "null"})
    @DisplayName("B68: any crit is refused")
    void crit(String crit) throws InvalidJsonException {
        ObjectNode header = ESCROW.header();
        header.set("crit", StrictJson.parse(crit.getBytes(StandardCharsets.UTF_8)));
        assertRefused(ESCROW, ESCROW.jws(header, funds().toString()), "other members");
    }

    @Test
    @DisplayName("EVT-1: the header is alg, kid and typ, each as it must be")
    void header() {
        String payload = funds().toString();
        assertRefused(ESCROW, ESCROW.jws(ESCROW.header().put("cty", "json"), payload), "other members");
        assertRefused(ESCROW, ESCROW.jws(ESCROW.header().set("jwk", ESCROW.jwk()), payload), "other members");
        assertRefused(ESCROW, ESCROW.jws(ESCROW.header().without("typ"), payload), "other members");
        assertRefused(ESCROW, ESCROW.jws(ESCROW.header().put("typ", "JWT"), payload), "another typ");
        assertRefused(ESCROW, ESCROW.jws(ESCROW.header().put("typ", "RCTP-DEAL-EVENT+JWT"), payload), "another typ");
        assertRefused(ESCROW, ESCROW.jws(ESCROW.header().put("kid", "escrow-1"), payload), "keyid");
        assertRefused(ESCROW, ESCROW.jws(ESCROW.header().put("kid", 1), payload), "not text");
        assertRefused(BUYER, ESCROW.event(funds()), "keyid");
    }

    @Test
    @DisplayName("B67, B73: r and s are of fixed width and in range; DER, zeros and n are refused")
    void signatures() {
        String compact = ESCROW.event(funds());
        String input = compact.substring(0, compact.lastIndexOf('.'));
        byte[] good = Base64.getUrlDecoder().decode(compact.substring(input.length() + 1));
        byte[] order = fixed(new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16));

        assertRefused(ESCROW, with(input, new byte[64]), "form");
        assertRefused(ESCROW, with(input, joined(order, order)), "form");
        assertRefused(ESCROW, with(input, joined(order, Arrays.copyOfRange(good, 32, 64))), "form");
        assertRefused(ESCROW, with(input, joined(Arrays.copyOf(good, 32), new byte[32])), "form");
        assertRefused(ESCROW, with(input, Base64.getDecoder().decode("MAYCAQACAQA=")), "form");
        byte[] der = ESCROW.sign(input.getBytes(StandardCharsets.US_ASCII), "SHA256withECDSA");
        assertRefused(ESCROW, with(input, der), "form");
        assertRefused(ESCROW, with(input, Arrays.copyOf(good, 96)), "form");
        assertRefused(ESCROW, with(input, new byte[0]), "form");
        good[40] ^= 1;
        assertRefused(ESCROW, with(input, good), "does not verify");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ES384", "EdDSA"})
    @DisplayName("B67: the same of the other algorithms")
    void otherForms(String algorithm) {
        TestParty party = TestParty.of("https://escrow.example/profile", algorithm);
        String compact = party.event(events.claims(party, "funds_held", null, NOW));
        String input = compact.substring(0, compact.lastIndexOf('.'));
        assertRefused(party, with(input, new byte[algorithm.equals("ES384") ? 96 : 64]), "");
        assertRefused(party, with(input, new byte[algorithm.equals("ES384") ? 64 : 96]), "form");
    }

    @Test
    @DisplayName("B71: a JWS has one spelling")
    void base64() {
        String compact = ESCROW.event(funds());
        int last = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
                .indexOf(compact.charAt(compact.length() - 1));
        String respelt = compact.substring(0, compact.length() - 1)
                + "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".charAt(last ^ 1);
        assertRefused(ESCROW, respelt, "spelling");
        assertRefused(ESCROW, compact + "==", "");
        assertRefused(ESCROW, compact + "!!!!", "not base64url");
        assertRefused(ESCROW, compact + "\n", "not base64url");
        assertRefused(ESCROW, compact.replace('.', ' '), "not compact");
        assertRefused(ESCROW, compact + ".", "not compact");
        assertRefused(ESCROW, "", "not compact");
        assertRefused(ESCROW, "..", "I-JSON");
    }

    @Test
    @DisplayName("EVT-1: the claims are I-JSON: no double members, no numbers that readers round")
    void claimsAreIJson() {
        String text = funds().toString();
        assertRefused(ESCROW, signed(text.replace("\"jti\"", "\"type\":\"released\",\"jti\"")), "I-JSON");
        assertRefused(ESCROW, signed("[]"), "I-JSON");
        assertRefused(ESCROW, signed(text + " x"), "I-JSON");
        ObjectNode note = events.claims(ESCROW, "example.note", null, NOW);
        note.putObject("data").put("n", 9_007_199_254_740_993L);
        assertRefused(ESCROW, ESCROW.event(note), "no canonical form");
    }

    @ParameterizedTest
    @CsvSource({"41999,EUR", "42001,EUR", "42000,USD", "0,EUR", "42000,JPY"})
    @DisplayName("EVT-1, B98: an amount is the deal's price in its currency")
    void amounts(long amount, String currency) {
        ObjectNode claims = funds();
        claims.putObject("amount").put("amount", amount).put("currency", currency);
        assertRefused(ESCROW, ESCROW.event(claims), "price");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "42000.0", "4.2e4", "9007199254740992", "\"42000\"", "null"})
    @DisplayName("B101, B102: an amount is a plain integer of minor units")
    void numbers(String number) {
        assertRefused(ESCROW, signed(funds().toString().replace("42000", number)), "/amount");
    }

    @Test
    @DisplayName("EVT-1: iss is the profile, deal_id the path's, and each claim is there exactly where its type has it")
    void claims() {
        assertRefused(ESCROW, ESCROW.event(funds().put("iss", "https://buyer.example/profile")), "iss");
        assertRefused(ESCROW, ESCROW.event(funds().put("iss", "https://escrow.example/profile/")), "iss");
        assertRefused(ESCROW, ESCROW.event(funds().put("deal_id", "dea_bbbbbbbbbbbbbbbbbbbbbbbbbb")), "deal_id");
        assertRefused(ESCROW, ESCROW.event(funds().put("sub", "x")), "/sub");
        assertRefused(ESCROW, ESCROW.event(funds().put("relation", "first_hand")), "/relation");
        assertRefused(ESCROW, ESCROW.event(funds().without("amount")), "/amount");
        assertRefused(ESCROW, ESCROW.event(events.claims(ESCROW, "paid", null, NOW)), "/type");
        ObjectNode own = events.claims(ESCROW, "dev.rctp.key_succession", null, NOW);
        assertRefused(ESCROW, ESCROW.event(own.put("next_jkt", ESCROW.thumbprint())), "next_jkt");
        assertThat(verified(ESCROW, ESCROW.event(own.put("next_jkt", BUYER.thumbprint())))
                        .claims()
                        .nextJkt())
                .isEqualTo(BUYER.thumbprint());
    }

    @Test
    @DisplayName("EVT-2: a reverse-domain type may carry a free object")
    void informative() {
        ObjectNode note = events.claims(ESCROW, "example.carrier.in_transit", null, NOW);
        note.putObject("data").put("place", "Graz").putArray("stops").add(1).add(2.5);
        assertThat(verified(ESCROW, ESCROW.event(note)).claims().content()).contains("\"stops\":[1,2.5]");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-12-01T10:01:00+00:00",
                "2026-12-01T10:01:00",
                "2026-12-31T23:59:60Z",
                "2026-02-30T00:00:00Z",
                "2026-12-01",
                "1796119200"
            })
    @DisplayName("B104: occurred_at is a time in UTC that exists")
    void times(String time) {
        assertRefused(ESCROW, ESCROW.event(funds().put("occurred_at", time)), "occurred_at");
    }

    @Test
    @DisplayName("EVT-1: occurred_at is at most 60 s ahead, and as old as it may be")
    void ahead() {
        verified(
                ESCROW,
                ESCROW.event(funds().put("occurred_at", NOW.plusSeconds(60).toString())));
        verified(ESCROW, ESCROW.event(funds().put("occurred_at", "1999-01-01T00:00:00Z")));
        String late = NOW.plusSeconds(60).plusNanos(1).toString();
        assertRefused(ESCROW, ESCROW.event(funds().put("occurred_at", late)), "ahead");
    }

    @Test
    @DisplayName("EVT-1: what is wrong with a claim is told by its name, in words that say what would be right")
    void namedClaims() {
        Map<String, Consumer<ObjectNode>> wrong = new LinkedHashMap<>();
        wrong.put("/reason is not allowed here", claims -> claims.put("reason", "because"));
        wrong.put("/relation is not allowed here", claims -> claims.put("relation", "hearsay"));
        wrong.put("/next_jkt is not allowed here", claims -> claims.put("next_jkt", 7));
        wrong.put("/reported_by is not allowed here", claims -> claims.put("reported_by", ""));
        wrong.put("/data is not allowed here", claims -> claims.put("data", 7));
        wrong.put("/floor is not a known member", claims -> claims.put("floor", 7));
        wrong.put("/amount is required", claims -> claims.remove("amount"));
        wrong.put("/type is required", claims -> claims.remove("type"));
        wrong.put(
                "/type is neither a checkpoint nor a reverse-domain name, such as example.carrier.in_transit",
                claims -> claims.put("type", "note").remove("amount"));
        wrong.put("/iss is not the profile of the request", claims -> claims.put("iss", "https://b.example/ucp"));
        wrong.put("/amount is not the deal's price", claims -> ((ObjectNode) claims.path("amount")).put("amount", 1));
        wrong.put("/occurred_at is too far ahead", claims -> claims.put("occurred_at", "2099-01-01T00:00:00Z"));
        wrong.put("/" + "m".repeat(79) + "\u2026 is not a known member", claims -> claims.put("m".repeat(5000), 1));
        wrong.forEach((told, change) -> {
            ObjectNode claims = funds();
            change.accept(claims);
            EventVerdict verdict =
                    VERIFIER.verify(ESCROW.event(claims), ESCROW, ESCROW.party().profile(), AGREEMENT, NOW);
            assertThat(verdict).as(told).isInstanceOfSatisfying(EventVerdict.Refused.class, refused -> {
                assertThat(refused.detail().entrySet())
                        .extracting(entry -> entry.getKey() + " " + entry.getValue())
                        .containsExactly(told);
                assertThat(refused.sentence()).endsWith(".").hasSizeLessThan(300);
            });
        });
        assertThat(VERIFIER.verify("a.b.c", ESCROW, ESCROW.party().profile(), AGREEMENT, NOW))
                .isInstanceOfSatisfying(
                        EventVerdict.Refused.class,
                        refused -> assertThat(refused.detail()).isEmpty());
    }

    @Test
    @DisplayName("SIG-4, EVT-5: iat is judged apart: at most 300 s old, 60 s ahead")
    void freshness() {
        VerifiedEvent event = verified(ESCROW, ESCROW.event(funds()));
        Instant signed = event.claims().issuedAt();
        assertThat(event.isFresh(signed.plusSeconds(300))).isTrue();
        assertThat(event.isFresh(signed.plusSeconds(300).plusMillis(1))).isFalse();
        assertThat(event.isFresh(signed.minusSeconds(60))).isTrue();
        assertThat(event.isFresh(signed.minusSeconds(60).minusMillis(1))).isFalse();
        verified(ESCROW, ESCROW.event(funds().put("iat", 0)));
        verified(ESCROW, ESCROW.event(funds().put("iat", 9_007_199_254_740_991L)));
    }

    @Test
    @DisplayName("EVT-1: whatever single character of an event is changed, it is refused")
    void oneCharacter() {
        String compact = ESCROW.event(funds());
        for (int i = 0; i < compact.length(); i++) {
            char other = compact.charAt(i) == 'A' ? 'B' : 'A';
            String changed = compact.substring(0, i) + other + compact.substring(i + 1);
            assertThat(VERIFIER.verify(changed, ESCROW, ESCROW.party().profile(), AGREEMENT, NOW))
                    .as("at %d", i)
                    .isInstanceOf(EventVerdict.Refused.class);
        }
    }

    private ObjectNode funds() {
        return events.claims(ESCROW, "funds_held", null, NOW);
    }

    private static String signed(String payload) {
        return ESCROW.jws(ESCROW.header(), payload);
    }

    private static String with(String input, byte[] signature) {
        return input + "." + TestParty.base64url(signature);
    }

    private static byte[] fixed(BigInteger value) {
        byte[] bytes = value.toByteArray();
        return Arrays.copyOfRange(bytes, bytes.length - 32, bytes.length);
    }

    private static byte[] joined(byte[] r, byte[] s) {
        byte[] both = Arrays.copyOf(r, 64);
        System.arraycopy(s, 0, both, 32, 32);
        return both;
    }

    private static VerifiedEvent verified(TestParty party, String compact) {
        EventVerdict verdict = VERIFIER.verify(compact, party, party.party().profile(), AGREEMENT, NOW);
        assertThat(verdict).isInstanceOf(EventVerdict.Verified.class);
        return ((EventVerdict.Verified) verdict).event();
    }

    private static void assertRefused(TestParty party, String compact, String words) {
        assertThat(VERIFIER.verify(compact, party, party.party().profile(), AGREEMENT, NOW))
                .isInstanceOfSatisfying(
                        EventVerdict.Refused.class,
                        refused ->
                                assertThat(refused.sentence()).contains(words).endsWith("."));
    }

    private static EventKey nimbus(ECKey key, String kid) {
        return new EventKey() {
            @Override
            public String thumbprint() {
                return kid;
            }

            @Override
            public String algorithm() {
                return "ES256";
            }

            @Override
            public boolean verifies(byte[] input, byte[] signature) {
                try {
                    return new ECDSAVerifier(key)
                            .verify(new JWSHeader(JWSAlgorithm.ES256), input, Base64URL.encode(signature));
                } catch (JOSEException e) {
                    throw new AssertionError(e);
                }
            }
        };
    }
}
