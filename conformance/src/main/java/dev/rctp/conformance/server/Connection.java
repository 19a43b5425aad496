package dev.rctp.conformance.server;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One connection: requests one after another until either side ends it (RFC 9112 section 9). */
final class Connection {

    private static final int NOT_HTTP = 599;
    private static final int MOST_OCTETS = 64 << 20;
    private static final int LONGEST_HEAD = 1 << 20;

    private static final byte[] CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

    private final InputStream in;
    private final OutputStream out;
    private final Handler handler;
    private final InstantSource clock;

    Connection(InputStream in, OutputStream out, Handler handler, InstantSource clock) {
        this.in = new BufferedInputStream(in, 16 << 10);
        this.out = out;
        this.handler = handler;
        this.clock = clock;
    }

    void serve() throws IOException, InterruptedException {
        boolean more = true;
        while (more) {
            byte[] head = head();
            if (head == null) {
                return;
            }
            Received request = request(head);
            if (request == null) {
                // a gateway that relays such a request mustn't find the 400 here that it owes
                new Answering(in, out).write("GET", Reply.text(NOT_HTTP, "No HTTP request."), false);
                return;
            }
            boolean keep = isKept(request);
            more = new Answering(in, out).write(request.method(), reply(request), keep) && keep;
        }
    }

    private Reply reply(Received request) throws InterruptedException {
        try {
            return handler.handle(request);
        } catch (InterruptedException e) {
            throw e;
        } catch (Exception e) {
            return Reply.text(500, String.valueOf(e));
        }
    }

    /** The octets up to the empty line; null where the client ended. */
    private byte @Nullable [] head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream(1024);
        int line = 0;
        for (int octet = in.read(); octet >= 0; octet = in.read()) {
            if (head.size() == 0 && (octet == '\r' || octet == '\n')) {
                continue; // RFC 9112 section 2.2
            }
            head.write(octet);
            if (octet == '\n' && line == 0) {
                return head.toByteArray();
            }
            if (octet == '\n') {
                line = 0;
            } else if (octet != '\r') {
                line++;
            }
            if (head.size() > LONGEST_HEAD) {
                return null;
            }
        }
        return null;
    }

    private @Nullable Received request(byte[] head) throws IOException {
        String[] lines = new String(head, StandardCharsets.ISO_8859_1).split("\r?\n", -1);
        String[] start = lines[0].split(" ", -1);
        if (start.length != 3 || !start[2].startsWith("HTTP/1.")) {
            return null;
        }
        List<Map.Entry<String, String>> fields = new ArrayList<>();
        for (int i = 1; i < lines.length && !lines[i].isEmpty(); i++) {
            int colon = lines[i].indexOf(':');
            if (colon < 1) {
                return null;
            }
            fields.add(Map.entry(
                    lines[i].substring(0, colon), lines[i].substring(colon + 1).strip()));
        }
        Received bare = new Received(start[0], start[1], fields, new byte[0], clock.instant(), head);
        handler.arriving(bare);
        return new Received(start[0], start[1], fields, body(bare), clock.instant(), head);
    }

    private byte[] body(Received request) throws IOException {
        String coding = request.header("transfer-encoding");
        String length = request.header("content-length");
        if (coding == null && (length == null || length.equals("0"))) {
            return new byte[0];
        }
        if ("100-continue".equalsIgnoreCase(request.header("expect"))) {
            out.write(CONTINUE);
            out.flush();
        }
        return coding != null ? chunks() : octets(number(length, 10));
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (int size = size(); size > 0; size = size()) {
            body.write(octets(size));
            line();
        }
        while (!line().isEmpty()) {
            // trailers are not kept
        }
        return body.toByteArray();
    }

    private int size() throws IOException {
        return number(line().split(";", 2)[0].strip(), 16);
    }

    private byte[] octets(int count) throws IOException {
        byte[] octets = in.readNBytes(count);
        if (octets.length < count) {
            throw new EOFException("The request ended within its body.");
        }
        return octets;
    }

    private String line() throws IOException {
        StringBuilder line = new StringBuilder();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0 || line.length() > LONGEST_HEAD) {
                throw new EOFException("The request ended within a line.");
            }
            line.append((char) octet);
        }
        return line.toString().stripTrailing();
    }

    private static int number(@Nullable String text, int radix) throws IOException {
        try {
            int length = Integer.parseInt(text == null ? "" : text, radix);
            if (length >= 0 && length <= MOST_OCTETS) {
                return length;
            }
            throw new IOException("A length out of bounds: " + text);
        } catch (NumberFormatException e) {
            throw new IOException("No length: " + text, e);
        }
    }

    /** RFC 9112 section 9.3. */
    private static boolean isKept(Received request) {
        String options = String.join(",", request.headers("connection")).toLowerCase(Locale.ROOT);
        boolean old = new String(request.head(), StandardCharsets.ISO_8859_1)
                .lines()
                .findFirst()
                .orElse("")
                .endsWith("HTTP/1.0");
        return !options.contains("close") && (!old || options.contains("keep-alive"));
    }
}
