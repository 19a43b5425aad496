package dev.rctp.msgsig;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.SignatureException;
import java.security.spec.MGF1ParameterSpec;
import java.security.spec.PSSParameterSpec;

/** The two RSA schemes of RFC 9421 3.3.1 and 3.3.2, by the Java platform. */
enum RsaScheme {
    PSS(PeerAlgorithm.RSA_PSS_SHA512, "RSASSA-PSS"),
    V1_5(PeerAlgorithm.RSA_V1_5_SHA256, "SHA256withRSA");

    private static final int SMALLEST_BITS = 2048;
    private static final int LARGEST_BITS = 8192;

    private final PeerAlgorithm algorithm;
    private final String name;

    RsaScheme(PeerAlgorithm algorithm, String name) {
        this.algorithm = algorithm;
        this.name = name;
    }

    /** Throws {@link IllegalArgumentException} for an algorithm that is not RSA. */
    static RsaScheme of(PeerAlgorithm algorithm) {
        return switch (algorithm) {
            case RSA_PSS_SHA512 -> PSS;
            case RSA_V1_5_SHA256 -> V1_5;
            case HMAC_SHA256 -> throw new IllegalArgumentException("hmac-sha256 has no RSA keys");
        };
    }

    PeerAlgorithm algorithm() {
        return algorithm;
    }

    /** Throws {@link IllegalArgumentException} for a modulus that is too small to be safe or too large to be cheap. */
    static void checkSize(BigInteger modulus) {
        if (modulus.bitLength() < SMALLEST_BITS || modulus.bitLength() > LARGEST_BITS) {
            throw new IllegalArgumentException(
                    "an RSA key has from " + SMALLEST_BITS + " to " + LARGEST_BITS + " bits here");
        }
    }

    boolean verify(PublicKey key, byte[] data, byte[] signature) {
        try {
            Signature verifier = instance();
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
            Signature signer = instance();
            signer.initSign(key);
            signer.update(data);
            return signer.sign();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the data could not be signed", e);
        }
    }

    private Signature instance() throws GeneralSecurityException {
        Signature signature = Signature.getInstance(name);
        if (this == PSS) {
            signature.setParameter(new PSSParameterSpec("SHA-512", "MGF1", MGF1ParameterSpec.SHA512, 64, 1));
        }
        return signature;
    }
}
