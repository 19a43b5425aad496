package dev.rctp.terms.negotiation;

import java.time.Duration;

/** The gateway's profile key as checkouts need it (CHK-1); safe for concurrent use. */
public interface CheckoutSigner {

    /** The key that signs the next checkout: this one, unless keys change while it runs. */
    default CheckoutSigner current() {
        return this;
    }

    /** The key's RFC 7638 thumbprint. */
    String keyId();

    /** The gateway's profile URL, the {@code iss} of what it signs. */
    String issuer();

    /** How long the checkouts that it signs last. */
    Duration lifetime();

    /** The ES256 signature of the data in fixed width, 64 bytes r‖s. */
    byte[] sign(byte[] data);
}
