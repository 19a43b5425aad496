package dev.rctp.gateway.e2e;

import static dev.rctp.gateway.e2e.Dealing.refused;
import static dev.rctp.gateway.e2e.Haggle.ok;
import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.cli.demo.Agent;
import dev.rctp.gateway.cli.demo.World;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.node.ObjectNode;

/** Events whose JWS is not what it should be are 400 and leave nothing (EVT-1; faults B67, B68, B70, B71, B73, B102). */
@ExtendWith(Sandboxed.class)
class DealEventFaultsTest {

    private static final Base64.Encoder URL = Base64.getUrlEncoder().withoutPadding();
    private static final BigInteger N =
            new BigInteger("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551", 16);

    @TestFactory
    @DisplayName("EVT-1, known faults G: no such event is recorded")
    Stream<DynamicTest> faults(World world) throws Exception {
        Dealing dealing = Dealing.of(world);
        return events(dealing).entrySet().stream()
                .map(event -> DynamicTest.dynamicTest(event.getKey(), () -> {
                    refused(
                            dealing.post(dealing.holder, event.getValue(), null, Agent.newKey()),
                            400,
                            "request_invalid");
                    assertThat(dealing.types()).isEmpty();
                }));
    }

    private static Map<String, String> events(Dealing dealing) throws Exception {
        Agent by = dealing.holder;
        ObjectNode claims = dealing.claims(by, "funds_held");
        String good = by.jws(Dealing.TYP, claims);
        String[] parts = good.split("\\.", -1);
        String payload = claims.toString();
        Map<String, String> events = new LinkedHashMap<>();
        for (String crit : new String[] {"[\"rctp-limit\"],\"rctp-limit\":1", "[]", "\"x\"", "[\"alg\"]"}) {
            events.put("B68: crit " + crit, by.compact(header(by, "ES256", ",\"crit\":" + crit), payload));
        }
        events.put("B68: another header parameter", by.compact(header(by, "ES256", ",\"jku\":\"x\""), payload));
        events.put("B70: alg none", unsigned(header(by, "none", ""), payload, new byte[0]));
        for (String alg : new String[] {"RS256", "ES384", "EdDSA", "es256", "ES256K"}) {
            events.put("B70: alg " + alg, by.compact(header(by, alg, ""), payload));
        }
        events.put(
                "B70: HS256 with the public key as its secret",
                unsigned(header(by, "HS256", ""), payload, hmac(by, payload)));
        events.put("B67: r = s = 0", parts[0] + "." + parts[1] + "." + URL.encodeToString(new byte[64]));
        events.put("B67: r = n", parts[0] + "." + parts[1] + "." + URL.encodeToString(withR(parts[2], N)));
        events.put(
                "B67: r over n",
                parts[0] + "." + parts[1] + "." + URL.encodeToString(withR(parts[2], N.add(BigInteger.ONE))));
        events.put("B67: r = s = 0 in DER", parts[0] + "." + parts[1] + ".MAYCAQACAQA");
        events.put("B73: DER", parts[0] + "." + parts[1] + "." + URL.encodeToString(der(parts[2])));
        events.put("B71: the last character's unused bits", good.substring(0, good.length() - 1) + unused(good));
        events.put("B71: padding", good + "==");
        events.put("B71: what is no base64url", good + "!!!!");
        events.put(
                "B71: base64 of the other alphabet",
                parts[0] + "." + parts[1] + "." + parts[2].replace('-', '+').replace('_', '/') + "+");
        events.put("four parts", good + ".");
        events.put("an empty payload", parts[0] + ".." + parts[2]);
        events.put(
                "another payload",
                parts[0] + "."
                        + URL.encodeToString(payload.replace("80000", "1").getBytes(StandardCharsets.UTF_8)) + "."
                        + parts[2]);
        events.put(
                "a duplicate claim",
                by.compact(header(by, "ES256", ""), payload.replaceFirst("\\{", "{\"jti\":\"x\",")));
        events.put("a duplicate header parameter", by.compact(header(by, "ES256", ",\"alg\":\"ES256\""), payload));
        events.put(
                "a lone surrogate",
                by.compact(header(by, "ES256", ""), payload.replaceFirst("\"jti\":\"", "\"jti\":\"\\\\ud800")));
        events.put(
                "B102: an amount over 2^53-1",
                by.compact(header(by, "ES256", ""), payload.replace("80000", "9007199254740992")));
        events.put(
                "B102: an amount below zero", by.compact(header(by, "ES256", ""), payload.replace("80000", "-80000")));
        events.put(
                "B101: an amount with a fraction",
                by.compact(header(by, "ES256", ""), payload.replace("80000", "80000.5")));
        events.put(
                "B104: a leap second", by.compact(header(by, "ES256", ""), payload.replaceFirst(":[0-9]{2}Z", ":60Z")));
        events.put(
                "B104: an offset",
                by.compact(header(by, "ES256", ""), payload.replaceFirst("([0-9])Z\"", "$1+00:00\"")));
        events.put("another agent's kid", by.compact(header(dealing.carrier, "ES256", ""), payload));
        events.put("another agent's signature", dealing.carrier.compact(header(by, "ES256", ""), payload));
        return events;
    }

    @TestFactory
    @DisplayName("EVT-1: the same event as it should be is recorded (the control of the faults)")
    Stream<DynamicTest> control(World world) {
        return Stream.of(DynamicTest.dynamicTest("the right one", () -> {
            Dealing dealing = Dealing.of(world);
            String payload = dealing.claims(dealing.holder, "funds_held").toString();
            ok(
                    201,
                    dealing.post(
                            dealing.holder,
                            dealing.holder.compact(header(dealing.holder, "ES256", ""), payload),
                            null,
                            Agent.newKey()));
        }));
    }

    private static String header(Agent by, String alg, String more) {
        return "{\"alg\":\"" + alg + "\",\"kid\":\"" + by.jkt() + "\",\"typ\":\"" + Dealing.TYP + "\"" + more + "}";
    }

    private static String unsigned(String header, String payload, byte[] signature) {
        return URL.encodeToString(header.getBytes(StandardCharsets.UTF_8)) + "."
                + URL.encodeToString(payload.getBytes(StandardCharsets.UTF_8)) + "." + URL.encodeToString(signature);
    }

    private static byte[] hmac(Agent by, String payload) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(by.jkt().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        String input = unsigned(header(by, "HS256", ""), payload, new byte[0]);
        return mac.doFinal(input.substring(0, input.length() - 1).getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] withR(String signature, BigInteger r) {
        byte[] both = Base64.getUrlDecoder().decode(signature);
        byte[] wide = r.toByteArray();
        System.arraycopy(wide, wide.length - 32, both, 0, 32);
        return both;
    }

    private static byte[] der(String signature) {
        byte[] both = Base64.getUrlDecoder().decode(signature);
        byte[] r = new BigInteger(1, Arrays.copyOf(both, 32)).toByteArray();
        byte[] s = new BigInteger(1, Arrays.copyOfRange(both, 32, 64)).toByteArray();
        byte[] der = new byte[6 + r.length + s.length];
        der[0] = 0x30;
        der[1] = (byte) (der.length - 2);
        der[2] = 2;
        der[3] = (byte) r.length;
        System.arraycopy(r, 0, der, 4, r.length);
        der[4 + r.length] = 2;
        der[5 + r.length] = (byte) s.length;
        System.arraycopy(s, 0, der, 6 + r.length, s.length);
        return der;
    }

    /** Another character whose first two bits are those of the last one: 64 octets leave four bits of it unused. */
    private static char unused(String good) {
        String alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
        int last = alphabet.indexOf(good.charAt(good.length() - 1));
        return alphabet.charAt(last ^ 1);
    }
}
