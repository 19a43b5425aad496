package dev.rctp.gateway.http.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.rctp.gateway.http.tls.IdentityReading.Faulty;
import dev.rctp.gateway.http.tls.IdentityReading.Part;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a certificate and its key stand, both PEM (RFC 7468).
 *
 * @param certificate the server's or client's own certificate first, then each issuer's
 * @param key the private key, PKCS#8, of kind EC or RSA
 */
public record TlsIdentityFiles(Path certificate, Path key) {

    private static final long MAX_BYTES = 1 << 20;
    private static final int MIN_RSA_BITS = 2048;
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]+)-----END PRIVATE KEY-----");

    /** Whether one of them is there at least. */
    public boolean anyExists() {
        return Files.exists(certificate) || Files.exists(key);
    }

    /** Reads both files as they are now. */
    public IdentityReading read(Instant now) {
        try {
            List<X509Certificate> chain = certificates(content(certificate));
            String fault = fault(chain, now);
            return fault == null ? withKey(chain) : new Faulty(Part.CERTIFICATE, fault);
        } catch (IOException e) {
            return new Faulty(Part.CERTIFICATE, "must name a file that can be read");
        } catch (CertificateException e) {
            return new Faulty(Part.CERTIFICATE, "must name a file that holds certificates in PEM");
        }
    }

    private static byte[] content(Path file) throws IOException {
        if (!Files.isRegularFile(file) || Files.size(file) > MAX_BYTES) {
            throw new IOException("no file of a usual size");
        }
        return Files.readAllBytes(file);
    }

    private static List<X509Certificate> certificates(byte[] pem) throws CertificateException {
        return CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem)).stream()
                .map(X509Certificate.class::cast)
                .toList();
    }

    private static @Nullable String fault(List<X509Certificate> chain, Instant now) {
        if (chain.isEmpty()) {
            return "must name a file that holds certificates in PEM";
        }
        for (int i = 0; i + 1 < chain.size(); i++) {
            if (!isIssuedBy(chain.get(i), chain.get(i + 1))) {
                return "must hold the own certificate first and then each one's issuer";
            }
        }
        if (now.isAfter(chain.getFirst().getNotAfter().toInstant())) {
            return "holds a certificate whose time is over";
        }
        return now.isBefore(chain.getFirst().getNotBefore().toInstant())
                ? "holds a certificate whose time has not come"
                : null;
    }

    private static boolean isIssuedBy(X509Certificate certificate, X509Certificate issuer) {
        try {
            certificate.verify(issuer.getPublicKey());
            return certificate.getIssuerX500Principal().equals(issuer.getSubjectX500Principal());
        } catch (GeneralSecurityException e) {
            return false;
        }
    }

    private IdentityReading withKey(List<X509Certificate> chain) {
        X509Certificate own = chain.getFirst();
        try {
            Matcher pem = PRIVATE_KEY.matcher(new String(content(key), US_ASCII));
            if (!pem.find()) {
                return new Faulty(Part.KEY, "must name a file with a PKCS#8 key in PEM (BEGIN PRIVATE KEY)");
            }
            PrivateKey found = KeyFactory.getInstance(own.getPublicKey().getAlgorithm())
                    .generatePrivate(
                            new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1))));
            if (found instanceof RSAKey rsa && rsa.getModulus().bitLength() < MIN_RSA_BITS) {
                return new Faulty(Part.KEY, "must hold an RSA key of at least " + MIN_RSA_BITS + " bits");
            }
            return belong(own, found)
                    ? new TlsIdentity(chain, found)
                    : new Faulty(Part.KEY, "must hold the key that the certificate is for");
        } catch (IOException e) {
            return new Faulty(Part.KEY, "must name a file that can be read");
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return new Faulty(Part.KEY, "must hold an EC or RSA key of the certificate's kind");
        }
    }

    private static boolean belong(X509Certificate certificate, PrivateKey key) throws GeneralSecurityException {
        String algorithm = switch (key.getAlgorithm()) {
            case "EC" -> "SHA256withECDSA";
            case "RSA" -> "SHA256withRSA";
            default -> throw new IllegalArgumentException("neither EC nor RSA");
        };
        Signature signer = Signature.getInstance(algorithm);
        signer.initSign(key);
        signer.update(certificate.getSignature());
        Signature verifier = Signature.getInstance(algorithm);
        verifier.initVerify(certificate.getPublicKey());
        verifier.update(certificate.getSignature());
        return verifier.verify(signer.sign());
    }
}
