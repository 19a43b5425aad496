package dev.rctp.gateway.store;

import dev.rctp.attest.Subject;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;

/** The chain of a seller's passkeys, which says whose key signed an approval; the marketplace's own, read by no agent (MGT-1). */
final class SellerChain {

    private SellerChain() {}

    /** By a digest, since a pseudonym may have characters that a subject's id has not. */
    static Subject of(String seller) {
        String digest = Sha256.text(seller.getBytes(StandardCharsets.UTF_8));
        return new Subject("seller", digest.substring(digest.indexOf(':') + 1));
    }
}
