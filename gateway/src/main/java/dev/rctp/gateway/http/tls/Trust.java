package dev.rctp.gateway.http.tls;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The certificates under which another end's must be issued. */
public final class Trust {

    private final List<X509Certificate> anchors;

    private Trust(List<X509Certificate> anchors) {
        this.anchors = anchors;
    }

    /**
     * Reads a bundle; each certificate in it is trusted.
     *
     * @throws UnusablePemException where it can't be used
     */
    public static Trust read(Path bundle) throws UnusablePemException {
        return new Trust(new PemFile(bundle).certificates());
    }

    /** What {@link javax.net.ssl.SSLContext} takes. */
    public TrustManager[] trustManagers() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < anchors.size(); i++) {
                store.setCertificateEntry("anchor" + i, anchors.get(i));
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance("PKIX");
            managers.init(store);
            return managers.getTrustManagers();
        } catch (GeneralSecurityException | IOException broken) {
            throw new IllegalStateException("the certificates can't be trusted", broken);
        }
    }
}
