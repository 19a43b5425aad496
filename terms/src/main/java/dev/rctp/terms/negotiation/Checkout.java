package dev.rctp.terms.negotiation;

import dev.rctp.registries.CanonicalJson;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The right to open the deal of an accepted offer, once, by the buyer's key alone (CHK-1, INV-6).
 *
 * @param text the compact JWS
 * @param offer the accepted offer
 * @param expiresAt when it ends, in whole seconds
 */
public record Checkout(String text, Offer offer, Instant expiresAt) {

    private static final Base64.Encoder BASE64URL = Base64.getUrlEncoder().withoutPadding();

    /**
     * What a checkout says besides who signs it and when; chosen when the offer is accepted.
     *
     * @param jti its identifier
     * @param nonce 128 random bits, base64url
     * @param listingHash the hash of the listing as it stood then (LST-7)
     */
    public record Draft(String jti, String nonce, String listingHash) {}

    /** Signs the checkout of an accepted offer; its lifetime begins now. */
    static Checkout issue(Draft draft, Offer offer, CheckoutSigner signers, Instant now) {
        CheckoutSigner signer = signers.current();
        Instant issuedAt = now.truncatedTo(ChronoUnit.SECONDS);
        Instant expiresAt = issuedAt.plus(signer.lifetime());
        ObjectNode header = JsonNodeFactory.instance.objectNode();
        header.put("alg", "ES256").put("kid", signer.keyId()).put("typ", "rctp-checkout+jwt");
        ObjectNode claims = JsonNodeFactory.instance.objectNode();
        claims.put("iss", signer.issuer());
        claims.put("jti", draft.jti());
        claims.put("listing_id", offer.negotiation().listing().value());
        claims.put("listing_hash", draft.listingHash());
        claims.put("offer_id", offer.id());
        claims.put("negotiation_id", offer.negotiation().id());
        claims.set("deal_terms", offer.dealTerms().json());
        claims.put("buyer_jkt", offer.negotiation().buyer());
        claims.put("nonce", draft.nonce());
        claims.put("iat", issuedAt.getEpochSecond());
        claims.put("exp", expiresAt.getEpochSecond());
        String input = part(CanonicalJson.bytes(header)) + "." + part(CanonicalJson.bytes(claims));
        byte[] signature = signer.sign(input.getBytes(StandardCharsets.US_ASCII));
        return new Checkout(input + "." + part(signature), offer, expiresAt);
    }

    /** By which the gateway knows a checkout again: another spelling of one, or an altered one, is none (B71). */
    public static String digest(String text) {
        return Sha256.text(text.getBytes(StandardCharsets.UTF_8));
    }

    private static String part(byte[] bytes) {
        return BASE64URL.encodeToString(bytes);
    }

    /** Not the text: whoever has the buyer's key can redeem it. */
    @Override
    public String toString() {
        return "Checkout[" + offer.id() + "]";
    }
}
