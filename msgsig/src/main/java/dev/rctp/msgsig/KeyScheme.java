package dev.rctp.msgsig;

import java.security.PrivateKey;
import java.security.PublicKey;

/** One algorithm of SIG-1 as one provider does it; safe for concurrent use. */
interface KeyScheme {

    /** The provider's form of the key; refuses what is not a valid public key. */
    PublicKey publicKey(PublicJwk jwk) throws MalformedKeyException;

    /** The provider's form of the private scalar or seed; refuses what is out of range. */
    PrivateKey privateKey(byte[] d) throws MalformedKeyException;

    /** A new pair. */
    GeneratedKey generate();

    /** Whether this is the signature; false for every malformed one. */
    boolean verify(PublicKey key, byte[] data, byte[] signature);

    /** The signature in fixed width. */
    byte[] sign(PrivateKey key, byte[] data);

    /** A new key as JWK members: the public ones, and base64url of the private one. */
    record GeneratedKey(PublicJwk publicJwk, String d) {

        @Override
        public String toString() {
            return publicJwk.thumbprint();
        }
    }
}
