package dev.rctp.gateway.http.outbound;

import dev.rctp.gateway.http.tls.IdentityReading;
import dev.rctp.gateway.http.tls.TlsIdentity;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.gateway.http.tls.TrustReading;
import dev.rctp.gateway.http.tls.TrustedIssuers;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.function.Supplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The TLS of connections to the marketplace: whom it trusts, and the certificate it shows (PRX-6), out of files that can be read again. */
public final class ClientTls implements Supplier<SSLContext> {

    private static final Logger LOG = LoggerFactory.getLogger(ClientTls.class);

    private final InstantSource clock;
    private volatile SSLContext current;

    private ClientTls(@Nullable Path trust, @Nullable TlsIdentityFiles identity, InstantSource clock)
            throws IOException {
        this.clock = clock;
        this.current = context(trust, identity);
    }

    /** Files that were read and found good, to be taken over or not. */
    public static final class Reading {

        private final SSLContext context;

        private Reading(SSLContext context) {
            this.context = context;
        }
    }

    /**
     * Reads the files.
     *
     * @param trust a bundle of certificates in PEM; null for what the platform trusts
     * @param identity our own certificate and key; null for none
     * @throws IOException for a file that can't be used
     */
    public static ClientTls open(@Nullable Path trust, @Nullable TlsIdentityFiles identity, InstantSource clock)
            throws IOException {
        return new ClientTls(trust, identity, clock);
    }

    /** What new connections use. */
    @Override
    public SSLContext get() {
        return current;
    }

    /** Reads these files, as for {@link #open}, and changes nothing; null where one can't be used, which is logged. */
    public @Nullable Reading read(@Nullable Path trust, @Nullable TlsIdentityFiles identity) {
        try {
            return new Reading(context(trust, identity));
        } catch (IOException unusable) {
            LOG.atError()
                    .addKeyValue("fault", unusable.getMessage())
                    .log("the TLS files for the marketplace can't be used; those read before stay in use");
            return null;
        }
    }

    /** Uses what was read for new connections. */
    public void take(Reading next) {
        current = next.context;
    }

    private SSLContext context(@Nullable Path trust, @Nullable TlsIdentityFiles identity) throws IOException {
        try {
            SSLContext tls = SSLContext.getInstance("TLS");
            tls.init(keyManagers(identity), trustManagers(trust), null);
            return tls;
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("no TLS", missing);
        }
    }

    private KeyManager @Nullable [] keyManagers(@Nullable TlsIdentityFiles identity) throws IOException {
        if (identity == null) {
            return null;
        }
        return switch (identity.read(clock.instant())) {
            case TlsIdentity own -> own.keyManagers();
            case IdentityReading.Faulty(IdentityReading.Part part, String sentence) ->
                throw new IOException(
                        (part == IdentityReading.Part.KEY ? identity.key() : identity.certificate()) + " " + sentence);
        };
    }

    private static TrustManager @Nullable [] trustManagers(@Nullable Path trust) throws IOException {
        if (trust == null) {
            return null;
        }
        return switch (TrustedIssuers.read(trust)) {
            case TrustedIssuers issuers -> issuers.trustManagers();
            case TrustReading.Faulty(String sentence) -> throw new IOException(trust + " " + sentence);
        };
    }
}
