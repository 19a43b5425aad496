package dev.rctp.gateway.webhook;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.registries.Registries;
import dev.rctp.registries.Schemas;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Someone who takes webhooks on loopback, and refuses as many as it is told to. */
final class Receiver implements AutoCloseable {

    private static final Schemas SCHEMAS = Registries.load().schemas();

    /** One attempt. */
    record Came(HttpFields fields, byte[] body) {

        String id() {
            return fields.combined("webhook-id").orElseThrow();
        }

        JsonNode json() {
            return JsonMapper.shared().readTree(body);
        }

        /** Subject and status. */
        String said() {
            return json().path("subject").stringValue() + " "
                    + json().path("status").stringValue();
        }
    }

    final List<Came> came = new CopyOnWriteArrayList<>();
    final List<String> faults = new CopyOnWriteArrayList<>();
    final Queue<Integer> refusals = new ConcurrentLinkedQueue<>();
    private final HttpServer server;

    private Receiver(HttpServer server) {
        this.server = server;
    }

    static Receiver open() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 64);
        Receiver receiver = new Receiver(server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", receiver::take);
        server.start();
        return receiver;
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/webhooks");
    }

    /** Answers the next attempts with this status; a redirect goes back to where it came from. */
    void refuse(int status, int times) {
        for (int i = 0; i < times; i++) {
            refusals.add(status);
        }
    }

    private void take(HttpExchange exchange) throws IOException {
        HttpFields.Builder fields = HttpFields.none().toBuilder();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> fields.add(name.toLowerCase(Locale.ROOT), value)));
        byte[] body = exchange.getRequestBody().readAllBytes();
        SCHEMAS.validate("webhook", JsonMapper.shared().readTree(body))
                .forEach(fault -> faults.add(fault + " in " + new String(body, StandardCharsets.UTF_8)));
        came.add(new Came(fields.build(), body));
        Integer status = refusals.poll();
        exchange.getResponseHeaders().set("location", "/elsewhere");
        exchange.sendResponseHeaders(status == null ? 204 : status, -1);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
