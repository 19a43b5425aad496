package dev.rctp.gateway.http.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** Who one end of TLS is: a certificate, those it was issued under, and the private key that belongs to it. */
public final class Identity {

    private static final byte[] PROBE = {1};

    private final List<X509Certificate> chain;
    private final PrivateKey key;

    private Identity(List<X509Certificate> chain, PrivateKey key) {
        this.chain = chain;
        this.key = key;
    }

    /**
     * Reads both files.
     *
     * @throws UnusablePemException for the first that can't be used, and for a key that isn't the first certificate's
     */
    public static Identity read(Path certificate, Path key) throws UnusablePemException {
        List<X509Certificate> chain = new PemFile(certificate).certificates();
        PrivateKey own = new PemFile(key).privateKey();
        if (!belongs(own, chain.getFirst().getPublicKey())) {
            throw new UnusablePemException(key, "must hold the key of the first certificate");
        }
        return new Identity(chain, own);
    }

    private static boolean belongs(PrivateKey own, PublicKey published) {
        String algorithm =
                switch (own.getAlgorithm()) {
                    case "EC" -> "SHA256withECDSA";
                    case "RSA" -> "SHA256withRSA";
                    default -> "EdDSA";
                };
        try {
            Signature signing = Signature.getInstance(algorithm);
            signing.initSign(own);
            signing.update(PROBE);
            byte[] signature = signing.sign();
            Signature verifying = Signature.getInstance(algorithm);
            verifying.initVerify(published);
            verifying.update(PROBE);
            return verifying.verify(signature);
        } catch (GeneralSecurityException other) {
            return false;
        }
    }

    /** The certificate itself first. */
    public List<X509Certificate> chain() {
        return chain;
    }

    /** What {@link javax.net.ssl.SSLContext} takes. */
    public KeyManager[] keyManagers() {
        try {
            char[] password = {};
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("own", key, password, chain.toArray(Certificate[]::new));
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(store, password);
            return managers.getKeyManagers();
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalStateException("the key can't be offered", broken);
        }
    }
}
