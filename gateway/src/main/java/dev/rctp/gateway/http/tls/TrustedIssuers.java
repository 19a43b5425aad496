package dev.rctp.gateway.http.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** The certificates under which another end's must be issued; only reading a file makes them, so they are known to be good. */
public final class TrustedIssuers implements TrustReading {

    private static final long MAX_BYTES = 4 << 20;

    private final List<X509Certificate> issuers;

    private TrustedIssuers(List<X509Certificate> issuers) {
        this.issuers = issuers;
    }

    /** Reads a bundle in PEM (RFC 7468), each certificate of which is trusted. */
    public static TrustReading read(Path bundle) {
        try {
            if (!Files.isRegularFile(bundle) || Files.size(bundle) > MAX_BYTES) {
                return new Faulty("must name a file that can be read");
            }
            List<X509Certificate> issuers = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(bundle)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            return issuers.isEmpty()
                    ? new Faulty("must name a file that holds certificates in PEM")
                    : new TrustedIssuers(issuers);
        } catch (IOException e) {
            return new Faulty("must name a file that can be read");
        } catch (CertificateException e) {
            return new Faulty("must name a file that holds certificates in PEM");
        }
    }

    /** What an {@code SSLContext} takes; {@link IllegalStateException} where the platform can't hold such certificates. */
    public TrustManager[] trustManagers() {
        try {
            KeyStore store = KeyStore.getInstance("PKCS12");
            store.load(null, null);
            for (int i = 0; i < issuers.size(); i++) {
                store.setCertificateEntry("issuer" + i, issuers.get(i));
            }
            TrustManagerFactory factory = TrustManagerFactory.getInstance("PKIX");
            factory.init(store);
            return factory.getTrustManagers();
        } catch (GeneralSecurityException | IOException e) {
            throw new IllegalStateException("the platform's trust store takes no such certificate", e);
        }
    }
}
