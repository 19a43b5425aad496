package dev.rctp.gateway.http.tls;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * One PEM file (RFC 7468); text between its blocks is passed over.
 *
 * @param file where it is
 */
record PemFile(Path file) {

    private static final long MAX_BYTES = 1 << 20;
    private static final Pattern BLOCK = Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([^-]*)-----END \\1-----");

    /** All its certificates in their order; at least one. */
    List<X509Certificate> certificates() throws UnusablePemException {
        List<X509Certificate> found = new ArrayList<>();
        for (byte[] block : blocks("CERTIFICATE")) {
            try {
                found.add((X509Certificate)
                        CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(block)));
            } catch (CertificateException malformed) {
                throw unusable("must hold nothing but sound certificates");
            }
        }
        if (found.isEmpty()) {
            throw unusable("must hold a certificate (BEGIN CERTIFICATE)");
        }
        return List.copyOf(found);
    }

    /** Its one private key, for EC, RSA or EdDSA. */
    PrivateKey privateKey() throws UnusablePemException {
        List<byte[]> keys = blocks("PRIVATE KEY");
        if (keys.size() != 1) {
            throw unusable("must hold one private key in PKCS #8, not encrypted (BEGIN PRIVATE KEY)");
        }
        PKCS8EncodedKeySpec key = new PKCS8EncodedKeySpec(keys.getFirst());
        return Stream.of("EC", "RSA", "EdDSA")
                .flatMap(algorithm -> privateKey(algorithm, key).stream())
                .findFirst()
                .orElseThrow(() -> unusable("must hold a private key for EC, RSA or EdDSA"));
    }

    private static Optional<PrivateKey> privateKey(String algorithm, PKCS8EncodedKeySpec key) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePrivate(key));
        } catch (GeneralSecurityException another) {
            return Optional.empty();
        }
    }

    private List<byte[]> blocks(String label) throws UnusablePemException {
        List<byte[]> found = new ArrayList<>();
        Matcher block = BLOCK.matcher(text());
        while (block.find()) {
            if (block.group(1).equals(label)) {
                found.add(Base64.getMimeDecoder().decode(block.group(2)));
            }
        }
        return found;
    }

    private String text() throws UnusablePemException {
        try {
            if (Files.isRegularFile(file) && Files.size(file) <= MAX_BYTES) {
                return Files.readString(file, ISO_8859_1);
            }
        } catch (IOException unreadable) {
            throw unusable("must name a file that can be read");
        }
        throw unusable("must name a file that can be read, of at most 1 MiB");
    }

    private UnusablePemException unusable(String sentence) {
        return new UnusablePemException(file, sentence);
    }
}
