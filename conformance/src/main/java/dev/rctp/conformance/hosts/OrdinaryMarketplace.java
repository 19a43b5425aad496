package dev.rctp.conformance.hosts;

import dev.rctp.conformance.server.Received;
import dev.rctp.conformance.server.Reply;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** A marketplace that does what it is asked: new listings, objects, and a few paths for the proxy's sake (PRX-1, PRX-4). */
final class OrdinaryMarketplace {

    private static final int PIECE = 64 << 10;

    private final Predicate<Received> createsListing;
    private final RandomText random;

    OrdinaryMarketplace(Predicate<Received> createsListing, RandomText random) {
        this.createsListing = createsListing;
        this.random = random;
    }

    String newListingId() {
        return random.next("lst_");
    }

    Reply answer(Received request) {
        if (createsListing.test(request)) {
            return Reply.json(201, JsonNodeFactory.instance.objectNode().put("listing_id", newListingId()));
        }
        if (request.path().startsWith("/.well-known/")) {
            return Reply.of(404); // what a gateway has there it has itself
        }
        return switch (request.path()) {
            case "/large" -> large(number(request.parameter("bytes"), 10L << 20));
            case "/events" ->
                events(
                        number(request.parameter("count"), Long.MAX_VALUE),
                        Duration.ofMillis(number(request.parameter("interval_ms"), 1000)));
            case "/echo" -> echo(request);
            case "/upgrade" -> upgrade(request);
            default -> object(request);
        };
    }

    /** What another write or read gives: an object with a number of its own. */
    private Reply object(Received request) {
        ObjectNode object = JsonNodeFactory.instance
                .objectNode()
                .put("path", request.path())
                .put("reference", random.next("mkt_"));
        return Reply.json(request.method().equals("POST") ? 201 : 200, object);
    }

    private static Reply large(long bytes) {
        return Reply.streaming(200, "application/octet-stream", out -> fill(out, bytes));
    }

    private static void fill(OutputStream out, long bytes) throws IOException {
        byte[] piece = new byte[PIECE];
        Arrays.fill(piece, (byte) 'x');
        for (long left = bytes; left > 0; left -= PIECE) {
            out.write(piece, 0, (int) Math.min(PIECE, left));
        }
    }

    /** Server-sent events, the first at once. */
    private static Reply events(long count, Duration interval) {
        return Reply.streaming(200, "text/event-stream", out -> {
                    for (long n = 1; n <= count; n++) {
                        out.write(("id: " + n + "\ndata: {\"n\":" + n + "}\n\n").getBytes(StandardCharsets.US_ASCII));
                        out.flush();
                        Thread.sleep(n < count ? interval : Duration.ZERO);
                    }
                })
                .with("Cache-Control", "no-store");
    }

    private static Reply echo(Received request) {
        ObjectNode seen = JsonNodeFactory.instance
                .objectNode()
                .put("method", request.method())
                .put("target", request.target())
                .put("body", new String(request.body(), StandardCharsets.UTF_8));
        ArrayNode headers = seen.putArray("headers");
        request.headers()
                .forEach(field -> headers.addArray().add(field.getKey()).add(field.getValue()));
        return Reply.json(200, seen);
    }

    /** RFC 9110 section 7.8: the echo of what is sent, or 426. */
    private static Reply upgrade(Received request) {
        String protocol = request.header("upgrade");
        return protocol == null
                ? Reply.of(426).with("Upgrade", "echo").with("Connection", "Upgrade")
                : Reply.upgraded(protocol, (in, out) -> {
                    byte[] piece = new byte[4096];
                    for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                        out.write(piece, 0, count);
                        out.flush();
                    }
                });
    }

    private static long number(@Nullable String text, long absent) {
        return text != null && text.matches("[0-9]{1,15}") ? Long.parseLong(text) : absent;
    }
}
