package dev.rctp.conformance.breakable;

import dev.rctp.conformance.server.Handler;
import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Connections;
import dev.rctp.conformance.wire.Door;
import dev.rctp.conformance.wire.Field;
import dev.rctp.conformance.wire.NoAnswerException;
import dev.rctp.conformance.wire.RawRequest;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Stands before a gateway, and in some of its answers puts something odd in place of one value. */
final class OddAnswers implements Handler {

    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int ONE_IN = 5;
    private static final List<String> TEXTS = List.of(
            "",
            " ",
            "x",
            "/",
            "[",
            "%zz",
            "http://[",
            "mailto:a",
            "\u00e9\u202e\ud83d\ude00",
            "9".repeat(40),
            "-1",
            "a.b.c",
            "..",
            "{\"a\":",
            "2026-13-45T99:00:00Z",
            "sha-256:zz",
            "a\nb\u0000c");

    private final Connections gateway;
    private final Random random;

    /** Before the gateway there; what it changes is chosen by this seed and by the order of the answers. */
    OddAnswers(URI gateway, long seed) {
        this.gateway = new Connections(new Door(gateway, PATIENCE), InstantSource.system());
        this.random = new Random(seed);
    }

    @Override
    public Reply handle(Received request) {
        List<Field> headers = new ArrayList<>();
        request.headers().forEach(field -> {
            if (!field.getKey().equalsIgnoreCase("Transfer-Encoding")
                    && !field.getKey().equalsIgnoreCase("Content-Length")) {
                headers.add(new Field(field.getKey(), field.getValue()));
            }
        });
        headers.add(new Field("Content-Length", Integer.toString(request.body().length)));
        try {
            return odd(
                    gateway.exchange(new RawRequest(request.method(), request.target(), headers, request.body()), ""));
        } catch (NoAnswerException e) {
            return Reply.hangUp();
        }
    }

    private synchronized Reply odd(Answer answer) {
        boolean odd = random.nextInt(ONE_IN) == 0;
        boolean inBody = odd && answer.json().isContainer();
        byte[] body = inBody ? changed(answer.json()).toString().getBytes(StandardCharsets.UTF_8) : answer.body();
        List<Map.Entry<String, String>> headers = new ArrayList<>();
        for (Field field : answer.fields()) {
            if (!field.is("Content-Length") && !field.is("Transfer-Encoding")) {
                boolean other = odd && !inBody && random.nextInt(4) == 0;
                headers.add(Map.entry(field.name(), other ? header() : field.value()));
            }
        }
        return new Reply(answer.status(), headers, new Reply.Octets(body), Duration.ZERO);
    }

    private String header() {
        return text().replaceAll("[\\p{Cntrl}]", "").strip();
    }

    private String text() {
        return TEXTS.get(random.nextInt(TEXTS.size()));
    }

    /** The same with one value below changed, or all of it. */
    private JsonNode changed(JsonNode value) {
        if (!value.isContainer() || value.isEmpty() || random.nextInt(6) == 0) {
            return other();
        }
        JsonNode copy = value.deepCopy();
        if (copy instanceof ArrayNode array) {
            int at = random.nextInt(array.size());
            array.set(at, changed(array.get(at)));
        } else if (copy instanceof ObjectNode object) {
            List<String> names = List.copyOf(object.propertyNames());
            String name = names.get(random.nextInt(names.size()));
            if (random.nextInt(3) == 0) {
                object.remove(name);
            } else {
                object.set(name, changed(object.get(name)));
            }
        }
        return copy;
    }

    private JsonNode other() {
        JsonNodeFactory make = JsonNodeFactory.instance;
        return switch (random.nextInt(9)) {
            case 0 -> make.nullNode();
            case 1 -> make.booleanNode(true);
            case 2 -> make.numberNode(-1);
            case 3 -> make.numberNode(Long.MAX_VALUE);
            case 4 -> make.numberNode(0.1);
            case 5 -> make.objectNode();
            case 6 -> make.arrayNode();
            default -> make.stringNode(text());
        };
    }
}
