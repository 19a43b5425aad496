package dev.rctp.conformance.server;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.InstantSource;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/**
 * Where a host listens and how the gateway reaches it (RFC 3986 section 3.2).
 *
 * @param bind the address, port 0 for any
 * @param tls what it shows to clients, or null for plain HTTP
 * @param url the base URL without a slash at its end, or null where it is the address itself
 */
public record Place(
        InetSocketAddress bind,
        @Nullable SSLContext tls,
        @Nullable String url) {

    /** A free port of this machine's own interface, without TLS. */
    public static Place loopback() {
        return loopback(0);
    }

    /** This port of the machine's own interface, without TLS. */
    public static Place loopback(int port) {
        return new Place(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), null, null);
    }

    /** The base URL of the host that listens here. */
    public String base(HttpHost server) {
        if (url != null) {
            return url;
        }
        String address = bind.getAddress().getHostAddress();
        String host = bind.getAddress() instanceof Inet6Address ? "[" + address + "]" : address;
        return (tls == null ? "http://" : "https://") + host + ":" + server.port();
    }

    /** Listens here; clients wait until it serves. */
    public HttpHost listen(InstantSource clock) {
        return HttpHost.listen(bind, tls, clock);
    }
}
