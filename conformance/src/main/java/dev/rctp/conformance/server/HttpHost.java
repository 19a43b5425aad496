package dev.rctp.conformance.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 server (RFC 9112) with a virtual thread for each connection. */
public final class HttpHost implements AutoCloseable {

    private static final int BACKLOG = 1024;

    private final ServerSocket listener;
    private final InstantSource clock;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final AtomicLong accepted = new AtomicLong();

    private HttpHost(ServerSocket listener, InstantSource clock) {
        this.listener = listener;
        this.clock = clock;
    }

    /** Listens at the address, port 0 for any, with TLS where there is a context, and serves. */
    public static HttpHost start(InetSocketAddress address, @Nullable SSLContext tls, Handler handler) {
        return listen(address, tls, InstantSource.system()).serve(handler);
    }

    /** Listens at the address; clients wait until it serves. What it receives it stamps with this clock. */
    public static HttpHost listen(InetSocketAddress address, @Nullable SSLContext tls, InstantSource clock) {
        try {
            ServerSocket listener = tls == null
                    ? new ServerSocket()
                    : tls.getServerSocketFactory().createServerSocket();
            listener.setReuseAddress(true);
            listener.bind(address, BACKLOG);
            return new HttpHost(listener, clock);
        } catch (IOException e) {
            throw new UncheckedIOException("Can't listen at " + address + ": " + e.getMessage(), e);
        }
    }

    /** Serves from now on; itself. */
    public HttpHost serve(Handler handler) {
        Thread.ofVirtual().name("host-" + port()).start(() -> accept(handler));
        return this;
    }

    /** Where it listens. */
    public int port() {
        return listener.getLocalPort();
    }

    /** How many connections were opened to it. */
    public long connections() {
        return accepted.get();
    }

    /** Closes the listener and all connections at once. */
    @Override
    public void close() {
        shut(listener);
        open.forEach(HttpHost::shut);
    }

    private void accept(Handler handler) {
        while (!listener.isClosed()) {
            try {
                Socket socket = listener.accept();
                open.add(socket);
                accepted.incrementAndGet();
                Thread.ofVirtual().start(() -> talk(socket, handler));
            } catch (IOException e) {
                // closed, or a client that went away before it was accepted
            }
        }
    }

    private void talk(Socket socket, Handler handler) {
        try (socket) {
            if (listener.isClosed()) {
                return;
            }
            socket.setTcpNoDelay(true);
            new Connection(socket.getInputStream(), socket.getOutputStream(), handler, clock).serve();
        } catch (IOException e) {
            // the client went away, or this host closes
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            open.remove(socket);
        }
    }

    private static void shut(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            // nothing is left to close
        }
    }
}
