package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemWriter;
import org.jspecify.annotations.Nullable;

/** A certificate authority that exists for one test, and what it issues. */
public final class TestAuthority {

    /** A certificate under this authority, with its key, in memory and as files. */
    public record Issued(X509Certificate certificate, PrivateKey key, TlsIdentityFiles files) {}

    private final Path folder;
    private final X500Principal name;
    private final KeyPair keys = pair();
    private final X509Certificate root;
    private final Path bundle;
    private int issued;

    public TestAuthority(Path folder, String name) throws Exception {
        this.folder = folder;
        this.name = new X500Principal("CN=" + name);
        this.root = sign(this.name, keys, null, Instant.now().plus(Duration.ofDays(1)));
        this.bundle = write(name + ".pem", "CERTIFICATE", root.getEncoded());
    }

    /** Its own certificate, which makes those trusted that it issued. */
    public Path bundle() {
        return bundle;
    }

    public X509Certificate root() {
        return root;
    }

    /** A certificate for a host name, good for an hour. */
    public Issued issue(String host) throws Exception {
        return issue(host, Instant.now().plus(Duration.ofHours(1)));
    }

    public Issued issue(String host, Instant notAfter) throws Exception {
        KeyPair own = pair();
        X509Certificate certificate = sign(new X500Principal("CN=" + host), own, host, notAfter);
        String file = name.getName().substring(3) + "-" + issued++;
        return new Issued(
                certificate,
                own.getPrivate(),
                new TlsIdentityFiles(
                        write(file + ".pem", "CERTIFICATE", certificate.getEncoded()),
                        write(file + ".key", "PRIVATE KEY", own.getPrivate().getEncoded())));
    }

    private X509Certificate sign(X500Principal subject, KeyPair own, @Nullable String host, Instant notAfter)
            throws Exception {
        var builder = new JcaX509v3CertificateBuilder(
                name,
                BigInteger.valueOf(System.nanoTime()),
                Date.from(Instant.now().minus(Duration.ofDays(2))),
                Date.from(notAfter),
                subject,
                own.getPublic());
        builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(host == null));
        if (host != null) {
            builder.addExtension(
                    Extension.subjectAlternativeName,
                    false,
                    new GeneralNames(new GeneralName(GeneralName.dNSName, host)));
        }
        return new JcaX509CertificateConverter()
                .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
    }

    private static KeyPair pair() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(256);
            return generator.generateKeyPair();
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException(missing);
        }
    }

    private Path write(String file, String label, byte[] content) throws IOException {
        StringWriter text = new StringWriter();
        try (PemWriter pem = new PemWriter(text)) {
            pem.writeObject(new PemObject(label, content));
        }
        return Files.writeString(folder.resolve(file), text.toString());
    }
}
