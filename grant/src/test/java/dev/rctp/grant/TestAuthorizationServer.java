package dev.rctp.grant;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An authorization server on a real socket, which answers what a test tells it to. */
final class TestAuthorizationServer implements AutoCloseable {

    private static final String METADATA = "/.well-known/oauth-authorization-server";

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpServer server;
    private volatile HttpHandler metadata = e -> answer(e, 200, "application/json", metadataDocument());
    private volatile HttpHandler introspection = e -> answer(e, 200, "application/json", "{\"active\":false}");

    /** The forms that came, the paths that were asked for, and the Authorization fields seen. */
    final List<String> forms = new CopyOnWriteArrayList<>();

    final List<String> paths = new CopyOnWriteArrayList<>();
    final List<String> authorizations = new CopyOnWriteArrayList<>();

    TestAuthorizationServer() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    private void handle(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        paths.add(path);
        if (exchange.getRequestMethod().equals("POST")) {
            forms.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            introspection.handle(exchange);
        } else {
            metadata.handle(exchange);
        }
    }

    String issuer() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    String metadataDocument() {
        return metadataDocument(issuer(), issuer() + "/introspect");
    }

    static String metadataDocument(String issuer, String introspectionEndpoint) {
        return "{\"issuer\":\"" + issuer + "\",\"introspection_endpoint\":\"" + introspectionEndpoint + "\"}";
    }

    void introspects(String json) {
        introspects(200, "application/json;charset=UTF-8", json);
    }

    void introspects(int status, String contentType, String body) {
        introspection = e -> answer(e, status, contentType, body);
    }

    void introspects(HttpHandler handler) {
        introspection = handler;
    }

    void publishes(HttpHandler handler) {
        metadata = handler;
    }

    void publishes(String json) {
        metadata = e -> answer(e, 200, "application/json", json);
    }

    /** Publishes at this path alone; every other one is 404. */
    void publishesAt(String path, String json) {
        metadata = e -> {
            boolean here = e.getRequestURI().getPath().equals(path);
            answer(e, here ? 200 : 404, "application/json", here ? json : "{}");
        };
    }

    long metadataRequests() {
        return paths.stream().filter(path -> path.startsWith(METADATA)).count();
    }

    static void answer(HttpExchange exchange, int status, String contentType, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", contentType);
        exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
