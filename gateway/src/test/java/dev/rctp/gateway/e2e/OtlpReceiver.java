package dev.rctp.gateway.e2e;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;

/** A receiver of spans: OTLP/HTTP with protobuf bodies, read by hand (opentelemetry/proto/collector/trace/v1). */
final class OtlpReceiver implements AutoCloseable {

    /**
     * A span as it was received; ids in hex, the parent's empty for none.
     *
     * @param kind 1 internal, 2 server, 3 client
     */
    record Received(
            String service,
            String name,
            int kind,
            String traceId,
            String spanId,
            String parentId,
            Map<String, String> attributes) {}

    private final HttpServer http;
    private final List<Received> spans = new CopyOnWriteArrayList<>();

    private OtlpReceiver(HttpServer http) {
        this.http = http;
    }

    static OtlpReceiver start() throws IOException {
        HttpServer http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        OtlpReceiver receiver = new OtlpReceiver(http);
        http.createContext("/v1/traces", receiver::take);
        http.start();
        return receiver;
    }

    URI endpoint() {
        return URI.create("http://localhost:" + http.getAddress().getPort() + "/v1/traces");
    }

    List<Received> spans() {
        return spans;
    }

    private void take(HttpExchange exchange) throws IOException {
        try (exchange) {
            byte[] body = exchange.getRequestBody().readAllBytes();
            for (byte[] resourceSpans : new Message(body).all(1)) {
                read(new Message(resourceSpans));
            }
            exchange.getResponseHeaders().add("content-type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void read(Message resourceSpans) {
        Map<String, String> resource = new TreeMap<>();
        resourceSpans.all(1).forEach(one -> resource.putAll(attributes(new Message(one), 1)));
        for (byte[] scope : resourceSpans.all(2)) {
            for (byte[] bytes : new Message(scope).all(2)) {
                Message span = new Message(bytes);
                spans.add(new Received(
                        resource.getOrDefault("service.name", ""),
                        span.text(5),
                        (int) span.number(6),
                        span.hex(1),
                        span.hex(2),
                        span.hex(4),
                        attributes(span, 9)));
            }
        }
    }

    private static Map<String, String> attributes(Message message, int field) {
        Map<String, String> attributes = new TreeMap<>();
        for (byte[] pair : message.all(field)) {
            Message read = new Message(pair);
            Message value = new Message(read.all(2).getFirst());
            attributes.put(read.text(1), value.all(1).isEmpty() ? String.valueOf(value.number(3)) : value.text(1));
        }
        return attributes;
    }

    @Override
    public void close() {
        http.stop(0);
    }

    /** The fields of one protobuf message. */
    private static final class Message {

        private final Map<Integer, List<byte[]>> bytes = new TreeMap<>();
        private final Map<Integer, Long> numbers = new TreeMap<>();

        Message(byte[] encoded) {
            ByteBuffer in = ByteBuffer.wrap(encoded).order(ByteOrder.LITTLE_ENDIAN);
            while (in.hasRemaining()) {
                int tag = (int) varint(in);
                int field = tag >>> 3;
                switch (tag & 7) {
                    case 0 -> numbers.put(field, varint(in));
                    case 1 -> numbers.put(field, in.getLong());
                    case 2 -> {
                        byte[] value = new byte[(int) varint(in)];
                        in.get(value);
                        bytes.computeIfAbsent(field, any -> new ArrayList<>()).add(value);
                    }
                    case 5 -> numbers.put(field, (long) in.getInt());
                    default -> throw new IllegalArgumentException("not protobuf");
                }
            }
        }

        private static long varint(ByteBuffer in) {
            long value = 0;
            for (int shift = 0; ; shift += 7) {
                byte next = in.get();
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }

        List<byte[]> all(int field) {
            return bytes.getOrDefault(field, List.of());
        }

        String text(int field) {
            return all(field).isEmpty() ? "" : new String(all(field).getFirst(), StandardCharsets.UTF_8);
        }

        String hex(int field) {
            return all(field).isEmpty()
                    ? ""
                    : HexFormat.of().formatHex(all(field).getFirst());
        }

        long number(int field) {
            return numbers.getOrDefault(field, 0L);
        }
    }
}
