package dev.rctp.conformance.s08deals;

import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/** EVT-1: the event's JWS. */
public final class EventSignature implements Section {

    @Override
    public void register(Suite suite) {
        suite.test(
                "EVT-1.5",
                t -> wrong(
                        t,
                        event -> List.of(
                                event.header(header -> header.put("typ", "JWT")).jws(),
                                event.header(header -> header.put("typ", "rctp-checkout+jwt"))
                                        .jws(),
                                event.header(header -> without(header, "typ")).jws())));
        suite.test("EVT-1.6", t -> wrong(t, EventSignature::altered));
        suite.test(
                "EVT-1.7",
                t -> wrong(
                        t,
                        event -> List.of(
                                event.jws(input -> der(event.signer().key().sign(input))))));
        suite.test("EVT-1.8", t -> wrong(t, EventSignature::otherAlgorithms));
        suite.test("EVT-1.9", t -> wrong(t, EventSignature::notCompact));
        suite.test("EVT-1.10", t -> wrong(t, EventSignature::notOneObject));
        suite.test(
                "EVT-1.11",
                t -> wrong(
                        t,
                        event -> List.of(
                                event.header(header ->
                                                critical(header, "rctp-limit").put("rctp-limit", 1))
                                        .jws(),
                                event.header(header -> critical(header, "typ")).jws(),
                                event.header(header -> critical(header)).jws())));
    }

    /** Sends what is made of a right {@code funds_held}, which are all wrong, and then the right one as control. */
    private static void wrong(Trial t, Function<DealEvent, List<String>> made) {
        TestedDeal deal = TestedDeal.of(t);
        DealEvent right = deal.event("funds_held");
        made.apply(right.again()).forEach(jws -> deal.wrong(right.signer(), jws));
        deal.happened(right);
    }

    private static List<String> altered(DealEvent event) {
        Agent signer = event.signer();
        String jws = event.jws();
        String changed =
                event.changed(claims -> claims.put("source_event_id", "other")).jws();
        return List.of(
                event.jws(input -> flipped(signer.key().sign(input))),
                event.jws(input -> new byte[64]),
                changed.substring(0, changed.lastIndexOf('.')) + jws.substring(jws.lastIndexOf('.')));
    }

    private static List<String> otherAlgorithms(DealEvent event) {
        UnaryOperator<byte[]> sign = event.signer().key()::sign;
        byte[] secret = event.signer().key().publicJwk().toString().getBytes(StandardCharsets.UTF_8);
        return List.of(
                named(event, "none").jws(input -> new byte[0]),
                named(event, "none").jws(sign),
                named(event, "HS256").jws(input -> mac(secret, input)),
                named(event, "ES384").jws(sign));
    }

    private static DealEvent named(DealEvent event, String algorithm) {
        return event.header(header -> header.put("alg", algorithm));
    }

    private static List<String> notCompact(DealEvent event) {
        String jws = event.jws();
        return List.of(
                jws.substring(0, jws.lastIndexOf('.')),
                jws + "." + jws.substring(jws.lastIndexOf('.') + 1),
                jws + "==");
    }

    private static List<String> notOneObject(DealEvent event) {
        UnaryOperator<byte[]> sign = event.signer().key()::sign;
        String claims = event.claims().toString();
        return List.of(
                event.jws("[" + claims + "]", sign),
                event.jws(claims + "{}", sign),
                event.jws(claims.substring(0, claims.length() - 1) + ",\"type\":\"funds_held\"}", sign));
    }

    private static ObjectNode critical(ObjectNode header, String... names) {
        var list = header.putArray("crit");
        List.of(names).forEach(list::add);
        return header;
    }

    private static ObjectNode without(ObjectNode header, String name) {
        header.remove(name);
        return header;
    }

    private static byte[] flipped(byte[] signature) {
        signature[signature.length / 2] ^= 1;
        return signature;
    }

    private static byte[] mac(byte[] secret, byte[] input) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(secret, "HmacSHA256"));
            return mac.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** r‖s as two integers in DER (X9.62). */
    private static byte[] der(byte[] fixed) {
        byte[] r = integer(Arrays.copyOfRange(fixed, 0, fixed.length / 2));
        byte[] s = integer(Arrays.copyOfRange(fixed, fixed.length / 2, fixed.length));
        byte[] all = new byte[2 + r.length + s.length];
        all[0] = 0x30;
        all[1] = (byte) (r.length + s.length);
        System.arraycopy(r, 0, all, 2, r.length);
        System.arraycopy(s, 0, all, 2 + r.length, s.length);
        return all;
    }

    private static byte[] integer(byte[] magnitude) {
        byte[] value = new BigInteger(1, magnitude).toByteArray();
        byte[] all = new byte[2 + value.length];
        all[0] = 0x02;
        all[1] = (byte) value.length;
        System.arraycopy(value, 0, all, 2, value.length);
        return all;
    }
}
