package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.tls.IdentityReading;
import dev.rctp.gateway.http.tls.TlsIdentity;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import io.netty.handler.codec.http2.Http2SecurityUtil;
import io.netty.handler.ssl.SslHandler;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The agents' port's TLS: 1.3 and 1.2 with forward secrecy (RFC 9113 9.2), HTTP/2 or HTTP/1.1 by ALPN, one certificate whatever name is
 * asked for. The certificate is read again when its files change; what is already connected goes on with the one it has.
 */
public final class ServerTls implements AutoCloseable {

    static final String HTTP_2 = "h2";

    private static final Logger LOG = LoggerFactory.getLogger(ServerTls.class);
    private static final String[] VERSIONS = {"TLSv1.3", "TLSv1.2"};

    private final String[] protocols;
    private final InstantSource clock;
    private final ReentrantLock reading = new ReentrantLock();
    private final ScheduledExecutorService watch = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("certificates-", 0).factory());
    private volatile TlsIdentityFiles files;
    private volatile List<Object> seen;
    private volatile SSLContext current;

    private ServerTls(TlsIdentityFiles files, boolean http2, InstantSource clock) throws IOException {
        this.files = files;
        this.protocols = http2 ? new String[] {HTTP_2, "http/1.1"} : new String[] {"http/1.1"};
        this.clock = clock;
        this.seen = state(files);
        this.current = switch (files.read(clock.instant())) {
            case TlsIdentity identity -> context(identity);
            case IdentityReading.Faulty faulty -> throw new IOException(sentence(faulty));
        };
    }

    /**
     * Reads the files and watches them from then on.
     *
     * @param http2 whether HTTP/2 is spoken with those who can
     * @param look how often to see whether the files have changed
     * @throws IOException for files that can't be used, with one sentence
     */
    public static ServerTls open(TlsIdentityFiles files, boolean http2, Duration look, InstantSource clock)
            throws IOException {
        ServerTls tls = new ServerTls(files, http2, clock);
        var _ = tls.watch.scheduleWithFixedDelay(tls::look, look.toMillis(), look.toMillis(), TimeUnit.MILLISECONDS);
        return tls;
    }

    private static String sentence(IdentityReading.Faulty faulty) {
        return "listen.tls." + (faulty.part() == IdentityReading.Part.KEY ? "key " : "certificate ")
                + faulty.sentence();
    }

    /** What fails is logged, and looked at again: an executor would drop a task that throws for good. */
    private void look() {
        reading.lock();
        try {
            Reading found = state(files).equals(seen) ? null : read(null);
            if (found != null) {
                take(found);
            }
        } catch (RuntimeException e) {
            LOG.error("the agents' certificate could not be looked at; the next look follows", e);
        } finally {
            reading.unlock();
        }
    }

    /** What tells that a file is another one than before; a name that leads elsewhere is followed. */
    private static List<Object> state(TlsIdentityFiles files) {
        List<Object> state = new ArrayList<>();
        for (Path file : List.of(files.certificate(), files.key())) {
            try {
                BasicFileAttributes found = Files.readAttributes(file, BasicFileAttributes.class);
                state.add(List.of(found.lastModifiedTime(), found.size(), String.valueOf(found.fileKey())));
            } catch (IOException missing) {
                state.add("missing");
            }
        }
        return state;
    }

    /** Files that were read and found good, to be taken over or not. */
    public static final class Reading {

        private final TlsIdentityFiles files;
        private final List<Object> state;
        private final TlsIdentity identity;
        private final SSLContext context;

        private Reading(TlsIdentityFiles files, List<Object> state, TlsIdentity identity) {
            this.files = files;
            this.state = state;
            this.identity = identity;
            this.context = context(identity);
        }
    }

    /** Reads these files, or for null those in use, and changes nothing; null where they can't be used, which is logged. */
    public @Nullable Reading read(@Nullable TlsIdentityFiles other) {
        reading.lock();
        try {
            TlsIdentityFiles from = other == null ? files : other;
            List<Object> found = state(from);
            return switch (from.read(clock.instant())) {
                case TlsIdentity identity -> new Reading(from, found, identity);
                case IdentityReading.Faulty faulty -> {
                    if (from.equals(files)) {
                        seen = found;
                    }
                    LOG.atError()
                            .addKeyValue("fault", sentence(faulty))
                            .log("the new certificate can't be used; the old one stays");
                    yield null;
                }
            };
        } finally {
            reading.unlock();
        }
    }

    /** Shows what was read from the next connection on, and watches its files. */
    public void take(Reading next) {
        reading.lock();
        try {
            files = next.files;
            seen = next.state;
            current = next.context;
        } finally {
            reading.unlock();
        }
        LOG.atInfo()
                .addKeyValue("serial", next.identity.serial())
                .addKeyValue("expires", next.identity.expires())
                .log("certificate read again");
    }

    /** What begins a connection; a handshake that takes longer is given up. */
    SslHandler handler(Duration handshakeTimeout) {
        SslHandler handler = new SslHandler(engine());
        handler.setHandshakeTimeoutMillis(handshakeTimeout.toMillis());
        return handler;
    }

    private SSLEngine engine() {
        SSLEngine engine = current.createSSLEngine();
        engine.setUseClientMode(false);
        Set<String> supported = Set.of(engine.getSupportedCipherSuites());
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(VERSIONS);
        parameters.setCipherSuites(
                Http2SecurityUtil.CIPHERS.stream().filter(supported::contains).toArray(String[]::new));
        parameters.setUseCipherSuitesOrder(true);
        parameters.setApplicationProtocols(protocols);
        engine.setSSLParameters(parameters);
        return engine;
    }

    private static SSLContext context(TlsIdentity identity) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity.keyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("no TLS on this platform", e);
        }
    }

    /** Stops watching the files. */
    @Override
    public void close() {
        watch.shutdownNow();
    }
}
