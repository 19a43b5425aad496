package dev.rctp.gateway.browser;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** An operator's own small site on a loopback port: {@code /callback} takes redirects, {@code /page} shows what a test wrote. */
final class OperatorSite implements AutoCloseable {

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private volatile String page = "";

    /** The redirects that came, oldest first. */
    final List<URI> redirects = new CopyOnWriteArrayList<>();

    private OperatorSite(HttpServer server) {
        this.server = server;
    }

    static OperatorSite start() throws IOException {
        OperatorSite site =
                new OperatorSite(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        site.server.createContext("/", site::answer);
        site.server.setExecutor(site.threads);
        site.server.start();
        return site;
    }

    /** Where sellers' browsers come back to. */
    URI callback() {
        return address("/callback");
    }

    /** The address of a page with this markup. */
    URI showing(String markup) {
        page = markup;
        return address("/page");
    }

    private URI address(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String path = exchange.getRequestURI().getPath();
            String body = page;
            if (path.equals("/callback")) {
                redirects.add(exchange.getRequestURI());
                body = "<h1>Back at the operator's</h1>";
            }
            byte[] html = ("<!doctype html><title>Operator</title>" + body).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
            exchange.sendResponseHeaders(path.equals("/favicon.ico") ? 404 : 200, html.length);
            exchange.getResponseBody().write(html);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
