package dev.rctp.gateway.http.tls;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** Certificates for {@code localhost} with their keys, as PEM files, made by the keytool of the JDK that runs the tests. */
public final class PemFiles {

    private static final String PASSWORD = "changeit";
    private static final Base64.Encoder LINES = Base64.getMimeEncoder(64, new byte[] {'\n'});

    private final Path folder;
    private final KeyStore keys;

    private PemFiles(Path folder, KeyStore keys) {
        this.folder = folder;
        this.keys = keys;
    }

    /** An EC key and its self-signed certificate. */
    public static PemFiles ec(Path folder) throws IOException, InterruptedException, GeneralSecurityException {
        return make(folder, "-keyalg", "EC", "-groupname", "secp256r1");
    }

    /** A key of what keytool is told, and its self-signed certificate. */
    public static PemFiles make(Path folder, String... options)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path own = Files.createTempDirectory(folder, "pem");
        Path store = own.resolve("keys.p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "own",
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(List.of(options));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(keytool.getInputStream().readAllBytes(), US_ASCII);
        assertThat(keytool.waitFor()).as(said).isZero();
        PemFiles made = new PemFiles(own, KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray()));
        Files.writeString(made.certificate(), pem("CERTIFICATE", made.encodedCertificate()));
        Files.writeString(
                made.key(),
                pem(
                        "PRIVATE KEY",
                        made.keys.getKey("own", PASSWORD.toCharArray()).getEncoded()));
        return made;
    }

    private static String pem(String label, byte[] der) {
        return "-----BEGIN " + label + "-----\n" + LINES.encodeToString(der) + "\n-----END " + label + "-----\n";
    }

    private byte[] encodedCertificate() throws GeneralSecurityException {
        return keys.getCertificate("own").getEncoded();
    }

    public Path certificate() {
        return folder.resolve("certificate.pem");
    }

    public Path key() {
        return folder.resolve("key.pem");
    }

    public TlsIdentityFiles files() {
        return new TlsIdentityFiles(certificate(), key());
    }

    /** Puts the other's files in the place of these. */
    public void replaceBy(PemFiles other) throws IOException {
        for (Path file : List.of(Path.of("key.pem"), Path.of("certificate.pem"))) {
            Path copy = Files.copy(other.folder.resolve(file), folder.resolve(file + ".new"));
            Files.move(copy, folder.resolve(file), StandardCopyOption.ATOMIC_MOVE);
        }
    }

    /** TLS of a client that trusts these certificates as they were made, and no other. */
    public static SSLContext trusting(PemFiles... known) throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        for (int i = 0; i < known.length; i++) {
            trusted.setCertificateEntry("known-" + i, known[i].keys.getCertificate("own"));
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext tls = SSLContext.getInstance("TLS");
        tls.init(null, trust.getTrustManagers(), null);
        return tls;
    }

    /** The certificate's serial number, which tells which one a server has shown. */
    public BigInteger serial() throws GeneralSecurityException {
        return ((X509Certificate) keys.getCertificate("own")).getSerialNumber();
    }
}
