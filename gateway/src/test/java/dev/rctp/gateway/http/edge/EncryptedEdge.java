package dev.rctp.gateway.http.edge;

import dev.rctp.gateway.http.RequestHandler;
import dev.rctp.gateway.http.outbound.Origin;
import dev.rctp.gateway.http.tls.PemFiles;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.UnaryOperator;

/** A {@link TestEdge} behind TLS. */
final class EncryptedEdge implements AutoCloseable {

    private final ServerTls tls;
    private final TestEdge edge;

    EncryptedEdge(PemFiles pem, Origin upstream, RequestHandler handler) throws IOException {
        this(pem, upstream, handler, same -> same, true);
    }

    EncryptedEdge(
            PemFiles pem, Origin upstream, RequestHandler handler, UnaryOperator<EdgeSettings> settings, boolean http2)
            throws IOException {
        this(pem, upstream, handler, settings, same -> same, http2);
    }

    EncryptedEdge(
            PemFiles pem,
            Origin upstream,
            RequestHandler handler,
            UnaryOperator<EdgeSettings> settings,
            UnaryOperator<RelaySettings> relaySettings)
            throws IOException {
        this(pem, upstream, handler, settings, relaySettings, true);
    }

    private EncryptedEdge(
            PemFiles pem,
            Origin upstream,
            RequestHandler handler,
            UnaryOperator<EdgeSettings> settings,
            UnaryOperator<RelaySettings> relaySettings,
            boolean http2)
            throws IOException {
        tls = ServerTls.open(pem.files(), http2, Duration.ofMillis(20), InstantSource.system());
        edge = new TestEdge(upstream, handler, usual -> settings.apply(usual).withTls(tls), relaySettings);
    }

    InetSocketAddress address() {
        return edge.server().address();
    }

    TestEdge edge() {
        return edge;
    }

    ServerTls tls() {
        return tls;
    }

    @Override
    public void close() {
        edge.close();
        tls.close();
    }
}
