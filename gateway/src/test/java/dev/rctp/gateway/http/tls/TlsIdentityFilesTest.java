package dev.rctp.gateway.http.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.gateway.http.tls.IdentityReading.Faulty;
import dev.rctp.gateway.http.tls.IdentityReading.Part;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TlsIdentityFilesTest {

    @TempDir
    Path folder;

    private static IdentityReading read(Path certificate, Path key) {
        return new TlsIdentityFiles(certificate, key).read(Instant.now());
    }

    @Test
    @DisplayName("EC and RSA certificates with their own keys are taken")
    void good() throws Exception {
        PemFiles ec = PemFiles.ec(folder);
        PemFiles rsa = PemFiles.make(folder, "-keyalg", "RSA", "-keysize", "2048");
        assertThat(read(ec.certificate(), ec.key())).isInstanceOf(TlsIdentity.class);
        assertThat(read(rsa.certificate(), rsa.key())).isInstanceOf(TlsIdentity.class);
        assertThat(read(ec.certificate(), ec.key()).toString()).doesNotContain("PRIVATE");
    }

    @Test
    @DisplayName("each fault is told of the file that has it")
    void faults() throws Exception {
        PemFiles own = PemFiles.ec(folder);
        PemFiles other = PemFiles.ec(folder);
        PemFiles rsa = PemFiles.make(folder, "-keyalg", "RSA", "-keysize", "2048");
        PemFiles old = PemFiles.make(
                folder, "-keyalg", "EC", "-groupname", "secp256r1", "-startdate", "-9d", "-validity", "2");
        PemFiles ahead = PemFiles.make(folder, "-keyalg", "EC", "-groupname", "secp256r1", "-startdate", "+2d");
        PemFiles edwards = PemFiles.make(folder, "-keyalg", "Ed25519");
        PemFiles small = PemFiles.make(folder, "-keyalg", "RSA", "-keysize", "1024");
        Path chain = folder.resolve("chain.pem");
        Files.writeString(chain, Files.readString(own.certificate()) + Files.readString(other.certificate()));
        Path none = folder.resolve("none.pem");

        assertThat(read(none, own.key())).isEqualTo(new Faulty(Part.CERTIFICATE, "must name a file that can be read"));
        assertThat(read(own.certificate(), none)).isEqualTo(new Faulty(Part.KEY, "must name a file that can be read"));
        assertThat(read(own.key(), own.key()))
                .isEqualTo(new Faulty(Part.CERTIFICATE, "must name a file that holds certificates in PEM"));
        assertThat(read(own.certificate(), own.certificate()))
                .isEqualTo(new Faulty(Part.KEY, "must name a file with a PKCS#8 key in PEM (BEGIN PRIVATE KEY)"));
        assertThat(read(own.certificate(), other.key()))
                .isEqualTo(new Faulty(Part.KEY, "must hold the key that the certificate is for"));
        assertThat(read(own.certificate(), rsa.key()))
                .isEqualTo(new Faulty(Part.KEY, "must hold an EC or RSA key of the certificate's kind"));
        assertThat(read(edwards.certificate(), edwards.key())).isInstanceOf(Faulty.class);
        assertThat(read(small.certificate(), small.key()))
                .isEqualTo(new Faulty(Part.KEY, "must hold an RSA key of at least 2048 bits"));
        assertThat(read(old.certificate(), old.key()))
                .isEqualTo(new Faulty(Part.CERTIFICATE, "holds a certificate whose time is over"));
        assertThat(read(ahead.certificate(), ahead.key()))
                .isEqualTo(new Faulty(Part.CERTIFICATE, "holds a certificate whose time has not come"));
        assertThat(read(chain, own.key()))
                .isEqualTo(
                        new Faulty(Part.CERTIFICATE, "must hold the own certificate first and then each one's issuer"));
    }
}
