package dev.rctp.gateway.http;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;

/** A marketplace that keeps what arrives as it arrives, whole or not, and answers each whole request with an empty JSON object. */
public final class RecordingMarketplace implements AutoCloseable {

    /**
     * A request, or what there was of it.
     *
     * @param head its octets up to the empty line
     * @param body without its framing
     * @param whole whether it came to its end
     */
    public record Arrived(String head, StringBuilder body, AtomicBoolean whole) {

        /** The request line's target. */
        public String target() {
            return head.split(" ", 3)[1];
        }

        /** The values of a field, in order. */
        public List<String> values(String lowerCaseName) {
            List<String> values = new ArrayList<>();
            for (String line : head.split("\r\n", -1)) {
                int colon = line.indexOf(':');
                if (colon > 0
                        && line.substring(0, colon).toLowerCase(Locale.ROOT).equals(lowerCaseName)) {
                    values.add(line.substring(colon + 1).strip());
                }
            }
            return values;
        }
    }

    private final List<Arrived> arrivals = new CopyOnWriteArrayList<>();
    private final RecordingUpstream server;

    public RecordingMarketplace() throws IOException {
        server = new RecordingUpstream(this::serve);
    }

    /** The port of the loopback interface. */
    public int port() {
        return server.address().getPort();
    }

    /** Everything so far, in the order of its beginning. */
    public List<Arrived> arrivals() {
        return List.copyOf(arrivals);
    }

    private void serve(Wire wire) throws IOException {
        try {
            boolean more = one(wire);
            while (more) {
                more = one(wire);
            }
        } catch (IOException cutOff) {
            return; // and what has arrived is not whole
        }
    }

    private boolean one(Wire wire) throws IOException {
        String head = wire.head();
        if (head.isEmpty()) {
            return false;
        }
        Arrived arrived = new Arrived(head, new StringBuilder(), new AtomicBoolean());
        arrivals.add(arrived);
        if (!head.endsWith("\r\n\r\n") || !body(wire, arrived)) {
            return false;
        }
        arrived.whole().set(true);
        wire.sendHead("HTTP/1.1 200 OK", "Content-Type: application/json", "Content-Length: 2");
        wire.send(head.startsWith("HEAD ") ? "" : "{}");
        return true;
    }

    private static boolean body(Wire wire, Arrived arrived) throws IOException {
        if (!arrived.values("transfer-encoding").isEmpty()) {
            return chunks(wire, arrived.body());
        }
        List<String> lengths = arrived.values("content-length");
        int length = lengths.isEmpty() ? 0 : Integer.parseInt(lengths.getFirst());
        arrived.body().append(wire.octets(length));
        return arrived.body().length() == length;
    }

    private static boolean chunks(Wire wire, StringBuilder body) throws IOException {
        while (true) {
            String size = line(wire);
            if (size.isEmpty()) {
                return false;
            }
            int length = Integer.parseInt(size, 16);
            body.append(wire.octets(length));
            if (!wire.octets(2).equals("\r\n")) {
                return false;
            }
            if (length == 0) {
                return true;
            }
        }
    }

    private static String line(Wire wire) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = wire.read(); octet >= 0 && octet != '\r'; octet = wire.read()) {
            line.append((char) octet);
        }
        return wire.read() == '\n' ? line.toString() : "";
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
