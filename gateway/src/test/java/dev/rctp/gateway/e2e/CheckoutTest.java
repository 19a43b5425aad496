package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Haggle.OPEN;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static dev.rctp.gateway.e2e.Haggle.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Registries;
import dev.rctp.registries.StrictJson;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.AlgorithmParameters;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPublicKeySpec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

/** CHK-1, INV-6: a checkout is bound and single-use. */
@ExtendWith(Sandboxed.class)
class CheckoutTest {

    /** The header (0) or the claims (1). */
    static JsonNode part(String checkout, int n) {
        try {
            return StrictJson.parse(Base64.getUrlDecoder().decode(checkout.split("\\.", -1)[n]));
        } catch (InvalidJsonException e) {
            throw new AssertionError("a checkout that is not JSON", e);
        }
    }

    @Test
    @DisplayName("CHK-1: a checkout is signed by the gateway's profile key and says what it is for, for half an hour")
    void claims(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        Answer offer = haggle.offer(haggle.buyer, 80_000);
        String checkout = haggle.accepted(haggle.buyer, Haggle.id(offer));
        JsonNode header = part(checkout, 0);
        JsonNode claims = part(checkout, 1);
        JsonNode profile = world.get(world.address("gateway_profile"));
        JsonNode key = profile.path("keys").get(0);

        assertThat(header.path("typ").stringValue()).isEqualTo("rctp-checkout+jwt");
        assertThat(header.path("alg").stringValue()).isEqualTo("ES256");
        assertThat(header.path("kid")).isEqualTo(key.path("kid"));
        assertThat(Registries.load().schemas().validate("checkout", claims)).isEmpty();
        assertThat(claims.path("listing_id").stringValue()).isEqualTo(haggle.listing);
        assertThat(claims.path("offer_id")).isEqualTo(offer.json().path("offer_id"));
        assertThat(claims.path("negotiation_id")).isEqualTo(offer.json().path("negotiation_id"));
        assertThat(claims.path("deal_terms")).isEqualTo(Haggle.dealTerms(80_000));
        assertThat(claims.path("buyer_jkt").stringValue()).isEqualTo(haggle.buyer.jkt());
        assertThat(claims.path("exp").longValue() - claims.path("iat").longValue())
                .isEqualTo(Duration.ofMinutes(30).toSeconds());
        assertThat(signed(checkout, key)).isTrue();
    }

    private static boolean signed(String checkout, JsonNode jwk) throws Exception {
        AlgorithmParameters curve = AlgorithmParameters.getInstance("EC");
        curve.init(new ECGenParameterSpec("secp256r1"));
        ECPoint point = new ECPoint(coordinate(jwk, "x"), coordinate(jwk, "y"));
        PublicKey key = KeyFactory.getInstance("EC")
                .generatePublic(new ECPublicKeySpec(point, curve.getParameterSpec(ECParameterSpec.class)));
        int dot = checkout.lastIndexOf('.');
        Signature verifier = Signature.getInstance("SHA256withECDSAinP1363Format");
        verifier.initVerify(key);
        verifier.update(checkout.substring(0, dot).getBytes(StandardCharsets.US_ASCII));
        return verifier.verify(Base64.getUrlDecoder().decode(checkout.substring(dot + 1)));
    }

    private static BigInteger coordinate(JsonNode jwk, String name) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(jwk.path(name).stringValue()));
    }

    @Test
    @DisplayName(
            "CHK-1, INV-6: only its buyer's key reads or redeems it, once; then the deal is there and the listing sold")
    void redeem(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String offer = haggle.offered(haggle.buyer, 80_000);
        String checkout = haggle.accepted(haggle.buyer, offer);
        Agent colleague = world.agent("buyer-ops-b", 1);
        assertThat(ok(200, haggle.read(haggle.seller, offer, haggle.token()))
                        .json()
                        .has("checkout"))
                .isFalse();
        assertThat(haggle.read(colleague, offer, null).decision()).isEqualTo("forbid;reason=not_in_scope");
        refused(haggle.open(haggle.rival, checkout), 422, OPEN, "checkout_invalid");
        refused(haggle.open(colleague, checkout), 422, OPEN, "checkout_invalid");
        Answer deal = ok(201, haggle.open(haggle.buyer, checkout));

        assertThat(deal.json().path("state").stringValue()).isEqualTo("open");
        assertThat(deal.json().path("offer_id").stringValue()).isEqualTo(offer);
        assertThat(deal.json().path("deal_terms")).isEqualTo(Haggle.dealTerms(80_000));
        assertThat(deal.receipt())
                .startsWith("\"deal/" + deal.json().path("deal_id").stringValue() + "\";seq=2;");
        refused(haggle.open(haggle.buyer, checkout), 422, OPEN, "checkout_invalid");
        refused(haggle.offer(haggle.rival, 90_000), 409, Haggle.CREATE, "listing_closed");
    }

    @Test
    @DisplayName("CHK-1, B71: an altered checkout, or another spelling of one, is none, and the right one stays good")
    void altered(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        String[] parts = checkout.split("\\.", -1);
        String price =
                new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8).replace("80000", "10000");
        String cheaper = Base64.getUrlEncoder().withoutPadding().encodeToString(price.getBytes(StandardCharsets.UTF_8));
        char last = checkout.charAt(checkout.length() - 1);
        List<String> others = List.of(
                parts[0] + "." + cheaper + "." + parts[2],
                parts[0] + "." + parts[1] + "." + parts[2].replaceFirst("^.", parts[2].startsWith("A") ? "B" : "A"),
                checkout.substring(0, checkout.length() - 1) + (char) (last == 'z' ? 'y' : last + 1));
        for (String other : others) {
            Answer answer = haggle.open(haggle.buyer, other);
            assertThat(answer.decision()).as(other).startsWith("forbid;action=\"deal.open\";reason=");
            assertThat(answer.status()).isIn(400, 422);
        }

        ok(201, haggle.open(haggle.buyer, checkout));
    }

    @Test
    @DisplayName("CHK-1: at its end it is invalid")
    void expired(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        haggle.pass(Duration.ofMinutes(30));

        refused(haggle.open(haggle.buyer, checkout), 422, OPEN, "checkout_invalid");
    }

    @Test
    @DisplayName("CHK-1: later changes to the listing don't matter")
    void listingChanges(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        ok(200, haggle.reprice(95_000));

        ok(201, haggle.open(haggle.buyer, checkout));
    }

    @Test
    @DisplayName("CHK-1: of fifty redemptions at once one opens the deal, and no other fails otherwise than it should")
    void atOnce(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        List<Answer> answers = new ArrayList<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> running = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                running.add(threads.submit(() -> haggle.open(haggle.buyer, checkout)));
            }
            for (Future<Answer> one : running) {
                answers.add(one.get());
            }
        }

        assertThat(answers).filteredOn(answer -> answer.status() == 201).hasSize(1);
        assertThat(answers)
                .filteredOn(answer -> answer.status() != 201)
                .hasSize(49)
                .allMatch(answer -> answer.decision().endsWith("reason=checkout_invalid"));
    }

    @Test
    @DisplayName("IDM-1: opening a deal is repeated, not done again; the key is good for that checkout alone")
    void replay(World world) throws Exception {
        Haggle haggle = Haggle.of(world);
        String checkout = haggle.accepted(haggle.buyer, haggle.offered(haggle.buyer, 80_000));
        String key = Agent.newKey();
        Answer deal = ok(201, haggle.open(haggle.buyer, checkout, key));
        Answer again = ok(201, haggle.open(haggle.buyer, checkout, key));

        assertThat(again.replayed()).isTrue();
        assertThat(again.body()).isEqualTo(deal.body());
        refused(haggle.open(haggle.buyer, "a.b.c", key), 409, OPEN, "idempotency_conflict");
    }
}
