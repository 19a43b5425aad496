package dev.rctp.msgsig;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Provider;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;

/**
 * A signature algorithm as a provider has it.
 *
 * @param name the algorithm's name there
 */
record ProviderSignature(String name, Provider provider) {

    /** Whether the provider takes it for the key's signature; what it finds malformed is none. */
    boolean verify(PublicKey key, byte[] data, byte[] signature) {
        try {
            Signature verifier = Signature.getInstance(name, provider);
            verifier.initVerify(key);
            verifier.update(data);
            return verifier.verify(signature);
        } catch (SignatureException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the signature could not be checked", e);
        }
    }

    byte[] sign(PrivateKey key, byte[] data) {
        try {
            Signature signer = Signature.getInstance(name, provider);
            signer.initSign(key);
            signer.update(data);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the data could not be signed", e);
        }
    }
}
