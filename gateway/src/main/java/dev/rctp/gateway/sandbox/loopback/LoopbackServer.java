package dev.rctp.gateway.sandbox.loopback;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rctp.msgsig.HttpFields;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** TEST ONLY: an HTTP/1.1 server on the loopback address with a virtual thread for each request. */
public final class LoopbackServer implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoopbackServer.class);
    private static final int MAX_BODY = 10 << 20;

    /** What answers the requests. */
    public interface Door {
        /** The answer; an exception becomes a 500 without its text, and one while it is written a closed connection. */
        Outgoing answer(Incoming request) throws IOException, InterruptedException;
    }

    private final String name;
    private final HttpServer http;
    private final ExecutorService threads;

    private LoopbackServer(String name, HttpServer http) {
        this.name = name;
        this.http = http;
        this.threads = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(name + "-", 0).factory());
    }

    /** A server that holds this port (0 takes a free one) and answers nothing before {@link #serve}. */
    public static LoopbackServer bind(String name, int port) throws IOException {
        // without it each answer waits for the peer's delayed acknowledgement
        System.setProperty("sun.net.httpserver.nodelay", "true");
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        try {
            return new LoopbackServer(name, HttpServer.create(address, 1024));
        } catch (BindException e) {
            throw new IOException("port " + port + " for the " + name + " can't be used: " + e.getMessage(), e);
        }
    }

    /** The port it holds. */
    public int port() {
        return http.getAddress().getPort();
    }

    /** Its base URL {@code http://localhost:<port>}, without a trailing slash. */
    public String address() {
        return "http://localhost:" + port();
    }

    /** Starts answering. */
    public void serve(Door door) {
        http.createContext("/", exchange -> handle(exchange, door));
        http.setExecutor(threads);
        http.start();
        LOG.info("TEST ONLY {} listens on {}", name, address());
    }

    /** Stops at once; answers that are still being written are cut off. */
    @Override
    public void close() {
        http.stop(0);
        threads.shutdownNow();
    }

    private void handle(HttpExchange exchange, Door door) throws IOException {
        try (exchange) {
            Outgoing answer = answer(exchange, door);
            LOG.atDebug()
                    .addKeyValue("traceparent", exchange.getRequestHeaders().getFirst("traceparent"))
                    .log(
                            "TEST ONLY {} {} {} {}",
                            name,
                            exchange.getRequestMethod(),
                            exchange.getRequestURI().getRawPath(),
                            answer.status());
            write(exchange, answer);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (IOException | RuntimeException e) {
            LOG.warn("TEST ONLY {} failed to write an answer", name, e);
            throw e;
        }
    }

    private Outgoing answer(HttpExchange exchange, Door door) throws InterruptedException {
        try {
            Optional<Incoming> request = read(exchange);
            if (request.isEmpty()) {
                return Outgoing.empty(413);
            }
            return admitted(request.get(), door);
        } catch (IOException | RuntimeException e) {
            LOG.warn("TEST ONLY {} failed to answer", name, e);
            return Outgoing.empty(500);
        }
    }

    private static Optional<Incoming> read(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readNBytes(MAX_BODY + 1);
        if (body.length > MAX_BODY) {
            return Optional.empty();
        }
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        exchange.getRequestHeaders().forEach((name, values) -> values.forEach(value -> fields.add(name, value)));
        URI target = exchange.getRequestURI();
        return Optional.of(new Incoming(
                exchange.getRequestMethod(), target.getRawPath(), target.getRawQuery(), fields.build(), body));
    }

    private static Outgoing admitted(Incoming request, Door door) throws IOException, InterruptedException {
        String authority = request.fields().combined("host").orElse("");
        if (!SameOrigin.isLoopback(authority)) {
            return Outgoing.empty(421);
        }
        return SameOrigin.admits(request.method(), request.path(), authority, request.fields())
                ? door.answer(request)
                : Outgoing.empty(403);
    }

    private static void write(HttpExchange exchange, Outgoing answer) throws IOException, InterruptedException {
        answer.fields().lines().forEach(line -> exchange.getResponseHeaders().add(line.name(), line.value()));
        long length = answer.body().length();
        boolean head = exchange.getRequestMethod().equals("HEAD");
        if (head || length == 0) {
            exchange.sendResponseHeaders(answer.status(), -1);
            return;
        }
        exchange.sendResponseHeaders(answer.status(), length < 0 ? 0 : length);
        try (OutputStream out = exchange.getResponseBody()) {
            answer.body().writeTo(out);
        }
    }
}
