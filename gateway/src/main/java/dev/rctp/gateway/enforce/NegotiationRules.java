package dev.rctp.gateway.enforce;

import dev.rctp.registries.IdSource;
import dev.rctp.terms.Floors;
import dev.rctp.terms.negotiation.BudgetLimits;
import dev.rctp.terms.negotiation.Moves;
import dev.rctp.terms.negotiation.OfferExpiry;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Set;

/**
 * What section 6 is judged with.
 *
 * @param floors opens private terms
 * @param standing which operators may trade
 * @param limits how often prices may be tried
 * @param moves the writes of each move
 * @param expiry how long offers stand
 * @param termSets the term sets that the marketplace uses (LST-1)
 * @param deals what section 8 is judged with
 * @param ids makes ids
 * @param random makes nonces
 */
public record NegotiationRules(
        Floors floors,
        Standing standing,
        BudgetLimits limits,
        Moves moves,
        OfferExpiry expiry,
        Set<String> termSets,
        EventRules deals,
        IdSource ids,
        SecureRandom random) {

    /** 128 random bits in base64url. */
    String nonce() {
        byte[] nonce = new byte[16];
        random.nextBytes(nonce);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(nonce);
    }
}
