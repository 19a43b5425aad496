package dev.rctp.gateway.http.tls;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;

/** A certificate chain and the private key that belongs to it; only reading files makes one, so it is known to be good. */
public final class TlsIdentity implements IdentityReading {

    private final List<X509Certificate> chain;
    private final PrivateKey key;

    TlsIdentity(List<X509Certificate> chain, PrivateKey key) {
        this.chain = List.copyOf(chain);
        this.key = key;
    }

    /** When the certificate's time is over. */
    public Instant expires() {
        return chain.getFirst().getNotAfter().toInstant();
    }

    /** The certificate's serial number in hexadecimal. */
    public String serial() {
        return chain.getFirst().getSerialNumber().toString(16);
    }

    /** What an {@code SSLContext} takes; {@link IllegalStateException} where the platform can't hold such a key. */
    public KeyManager[] keyManagers() {
        char[] noPassword = new char[0];
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            store.setKeyEntry("own", key, noPassword, chain.toArray(X509Certificate[]::new));
            KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, noPassword);
            return factory.getKeyManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the platform's key store takes no such key", e);
        }
    }
}
