package dev.rctp.conformance.wire;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Reads one answer from a connection (RFC 9112), and keeps all octets of it. */
final class AnswerReader {

    private static final int MOST = 64 << 20;
    private static final int LONGEST_LINE = 64 << 10;
    private static final int PIECE = 16 << 10;

    private final InputStream in;
    private final ByteArrayOutputStream all = new ByteArrayOutputStream();

    private final long end;

    /** Reads until all of the answer is there, and no longer than so. */
    AnswerReader(InputStream in, Duration most) {
        this.in = in;
        this.end = System.nanoTime() + most.toNanos();
    }

    private void inTime() throws SocketTimeoutException {
        if (System.nanoTime() - end > 0) {
            throw new SocketTimeoutException("the answer took too long");
        }
    }

    /** An answer and whether the connection can be used again. */
    record Read(int status, List<Field> fields, byte[] body, boolean reusable) {}

    /** What was read so far. */
    byte[] octets() {
        return all.toByteArray();
    }

    Read read(String method) throws IOException {
        while (true) {
            int status = status(line());
            List<Field> fields = fields();
            if (status >= 200 || status == 101) {
                return answer(method, status, fields);
            }
        }
    }

    private static int status(String line) throws IOException {
        if (!line.matches("HTTP/1\\.[01] \\d{3}( .*)?")) {
            throw new IOException("the answer begins with no HTTP/1.1 status line");
        }
        return Integer.parseInt(line.substring(9, 12));
    }

    private List<Field> fields() throws IOException {
        List<Field> fields = new ArrayList<>();
        for (String line = line(); !line.isEmpty(); line = line()) {
            int colon = line.indexOf(':');
            if (colon <= 0) {
                throw new IOException("the answer has a header line without a name");
            }
            fields.add(new Field(
                    line.substring(0, colon), line.substring(colon + 1).strip()));
        }
        return fields;
    }

    private Read answer(String method, int status, List<Field> fields) throws IOException {
        boolean close = has(fields, "connection", "close");
        if (method.equals("HEAD") || status == 204 || status == 304 || status == 101) {
            return new Read(status, fields, new byte[0], !close && status != 101);
        }
        if (has(fields, "transfer-encoding", "chunked")) {
            return new Read(status, fields, chunks(), !close);
        }
        String length = value(fields, "content-length");
        if (length.isEmpty()) {
            return new Read(status, fields, take(MOST), false);
        }
        int octets = size(length, 10, "the answer's Content-Length is no length it can have");
        byte[] body = take(octets);
        if (body.length < octets) {
            throw new IOException("the answer ended before its length");
        }
        return new Read(status, fields, body, !close);
    }

    private static String value(List<Field> fields, String name) {
        return fields.stream()
                .filter(field -> field.is(name))
                .map(Field::value)
                .findFirst()
                .orElse("");
    }

    private static boolean has(List<Field> fields, String name, String token) {
        return value(fields, name).toLowerCase(Locale.ROOT).contains(token);
    }

    private byte[] chunks() throws IOException {
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        while (true) {
            int size = size(line().split(";", 2)[0].strip(), 16, "a chunk of the answer has no size it can have");
            if (size == 0) {
                while (!line().isEmpty()) {}
                return body.toByteArray();
            }
            body.writeBytes(take(size));
            line();
        }
    }

    private static int size(String text, int radix, String fault) throws IOException {
        if (!text.matches(radix == 16 ? "[0-9A-Fa-f]{1,7}" : "[0-9]{1,9}") || Integer.parseInt(text, radix) > MOST) {
            throw new IOException(fault);
        }
        return Integer.parseInt(text, radix);
    }

    private byte[] take(int most) throws IOException {
        ByteArrayOutputStream taken = new ByteArrayOutputStream();
        byte[] some = new byte[PIECE];
        while (taken.size() < most) {
            inTime();
            int count = in.read(some, 0, Math.min(PIECE, most - taken.size()));
            if (count < 0) {
                break;
            }
            taken.write(some, 0, count);
            all.write(some, 0, count);
            if (all.size() > MOST) {
                throw tooLarge();
            }
        }
        return taken.toByteArray();
    }

    private static IOException tooLarge() {
        return new IOException("the answer is larger than " + (MOST >> 20) + " MiB");
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int octet = in.read(); octet != '\n'; octet = in.read()) {
            if (octet < 0) {
                throw new IOException(
                        all.size() == 0 ? "the connection was closed without an answer" : "the answer broke off");
            }
            inTime();
            all.write(octet);
            line.write(octet);
            if (all.size() > MOST) {
                throw tooLarge();
            }
            if (line.size() > LONGEST_LINE) {
                throw new IOException("the answer has a line of more than " + (LONGEST_LINE >> 10) + " KiB");
            }
        }
        all.write('\n');
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }
}
