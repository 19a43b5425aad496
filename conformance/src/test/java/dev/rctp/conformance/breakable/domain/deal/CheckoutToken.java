package dev.rctp.conformance.breakable.domain.deal;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.jose.Base64Url;
import dev.rctp.conformance.breakable.jose.GatewayKey;
import dev.rctp.conformance.breakable.jose.PublicJwk;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import tools.jackson.databind.node.ObjectNode;

/** Recognizes checkouts: the gateway knows those it made by their text (CHK-1). */
public final class CheckoutToken {

    private final GatewayKey key;
    private final Set<Fault> faults;

    /** Of this gateway. */
    public CheckoutToken(GatewayKey key, Set<Fault> faults) {
        this.key = key;
        this.faults = faults;
    }

    /** The made token that a presented one counts as; the presented one where it counts as none. */
    public String known(String presented, Set<String> made) {
        if (made.contains(presented)) {
            return presented;
        }
        String[] parts = presented.split("\\.", -1);
        if (parts.length != 3 || !passes(parts)) {
            return presented;
        }
        return claimed(presented, made);
    }

    /** What a reader takes a body's checkout for that believes {@code alg} where it says that nobody signed. */
    public String unsigned(byte[] body, Set<String> made) {
        try {
            String presented = Json.text(StrictJson.parseObject(body), "checkout");
            boolean none = Json.text(json(presented.split("\\.", -1)[0]), "alg").equals("none");
            return none ? claimed(presented, made) : presented;
        } catch (InvalidJsonException e) {
            return "";
        }
    }

    private String claimed(String presented, Set<String> made) {
        String jti = Json.text(claims(presented), "jti");
        return made.stream()
                .filter(token -> Json.text(claims(token), "jti").equals(jti))
                .findFirst()
                .orElse(presented);
    }

    /** The claims of a token, whoever signed it. */
    public ObjectNode claims(String token) {
        String[] parts = token.split("\\.", -1);
        return parts.length == 3 ? json(parts[1]) : Json.object();
    }

    /** Whether a careless reader takes it for one of the gateway's. */
    private boolean passes(String[] parts) {
        String alg = Json.text(json(parts[0]), "alg");
        Optional<byte[]> signature = Base64Url.octets(parts[2]);
        byte[] input = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        if (faults.contains(Fault.CHECKOUT_SIGNATURE_UNCHECKED)) {
            return true;
        }
        if (signature.isPresent() && alg.equals("HS256") && faults.contains(Fault.CHECKOUT_HS256)) {
            return MessageDigest.isEqual(hmac(input), signature.get());
        }
        boolean der = signature.isPresent()
                && PublicJwk.of(key.publicJwk())
                        .filter(k -> k.verifiesDer(input, signature.get()))
                        .isPresent();
        return der && faults.contains(Fault.CHECKOUT_DER);
    }

    /** With the public key's JWK text as the secret: what the careless reader does. */
    private byte[] hmac(byte[] input) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key.publicJwk().toString().getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
            return mac.doFinal(input);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private static ObjectNode json(String part) {
        try {
            Optional<byte[]> octets = Base64Url.octets(part);
            return octets.isEmpty() ? Json.object() : StrictJson.parseObject(octets.get());
        } catch (InvalidJsonException e) {
            return Json.object();
        }
    }
}
