package dev.rctp.msgsig.profile;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A host of profiles on a real socket, and the client that fetches from it. */
public final class ProfileHost implements ProfileSource, AutoCloseable {

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpServer server;
    private volatile Answer answer = new Answer(404, null, new byte[0]);
    private volatile Runnable before = () -> {};

    /** How many fetches have arrived. */
    public final AtomicInteger fetches = new AtomicInteger();

    private record Answer(int status, @Nullable String cacheControl, byte[] body) {}

    public ProfileHost() {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    /** The URL of its profile. */
    public String url() {
        return url("/.well-known/ucp");
    }

    public String url(String path) {
        return "http://127.0.0.1:" + server.getAddress().getPort() + path;
    }

    public void publishes(byte[] body) {
        publishes(200, "public, max-age=300", body);
    }

    public void publishes(int status, @Nullable String cacheControl, byte[] body) {
        answer = new Answer(status, cacheControl, body);
    }

    /** What happens between a fetch's arrival and its answer. */
    void before(Runnable step) {
        before = step;
    }

    private void handle(HttpExchange exchange) throws IOException {
        fetches.incrementAndGet();
        before.run();
        Answer now = answer;
        if (now.cacheControl() != null) {
            exchange.getResponseHeaders().set("Cache-Control", now.cacheControl());
        }
        exchange.getResponseHeaders().set("Location", "/elsewhere");
        exchange.sendResponseHeaders(now.status(), now.body().length == 0 ? -1 : now.body().length);
        exchange.getResponseBody().write(now.body());
        exchange.close();
    }

    @Override
    public FetchedProfile fetch(URI profile) throws IOException, InterruptedException {
        HttpResponse<byte[]> response =
                client.send(HttpRequest.newBuilder(profile).build(), HttpResponse.BodyHandlers.ofByteArray());
        return new FetchedProfile(
                response.statusCode(),
                response.headers().firstValue("Cache-Control").orElse(null),
                response.body());
    }

    @Override
    public void close() {
        client.shutdownNow();
        server.stop(0);
        threads.shutdownNow();
    }
}
