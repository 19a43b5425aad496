package dev.rctp.conformance.breakable.http;

import dev.rctp.conformance.breakable.Fault;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the lines of a head, and takes none that could be read in two ways (PRX-7). */
final class HeadReader {

    private static final int MOST = 16 * 1024;
    private static final String TOKEN_MARKS = "!#$%&'*+-.^_`|~";

    private final InputStream in;
    private final Set<Fault> faults;
    private int taken;

    HeadReader(InputStream in, Set<Fault> faults) {
        this.in = in;
        this.faults = faults;
    }

    /** The next head; null where the connection ended before one. */
    @Nullable
    Head read() throws IOException {
        taken = 0;
        int first = in.read();
        if (first < 0) {
            return null;
        }
        String[] start = line(first).split(" ", -1);
        if (start.length != 3 || !token(start[0]) || !start[2].matches("HTTP/1\\.[01]")) {
            throw new FramingException("The request line is malformed.");
        }
        List<Header> lines = new ArrayList<>();
        for (String line = line(in.read()); !line.isEmpty(); line = line(in.read())) {
            lines.add(header(line));
        }
        return new Head(start[0], start[1], start[2], new Headers(lines));
    }

    private Header header(String line) throws FramingException {
        if (line.charAt(0) == ' ' || line.charAt(0) == '\t') {
            throw new FramingException("A header line is folded.");
        }
        int colon = line.indexOf(':');
        String name = colon < 0 ? "" : line.substring(0, colon);
        if (faults.contains(Fault.PRX_SPACE_BEFORE_COLON)) {
            name = name.stripTrailing();
        }
        if (!token(name)) {
            throw new FramingException("A header's name is malformed.");
        }
        return new Header(name, line.substring(colon + 1).strip());
    }

    /** A line that begins with {@code octet}, without its CRLF. */
    private String line(int octet) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = octet; ; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection ended in a head");
            }
            if (++taken > MOST) {
                throw new FramingException(431, "The request's head is too large.");
            }
            if (next == '\r') {
                if (in.read() != '\n') {
                    throw new FramingException("A CR stands alone.");
                }
                return line.toString();
            }
            if (next == '\n') {
                if (faults.contains(Fault.PRX_BARE_LF)) {
                    return line.toString();
                }
                throw new FramingException("An LF stands alone.");
            }
            if ((next < 0x20 && next != '\t') || next == 0x7f) {
                if (!faults.contains(Fault.PRX_CONTROL_BYTES)) {
                    throw new FramingException("The head has a control byte.");
                }
            }
            line.append((char) next);
        }
    }

    private static boolean token(String text) {
        return !text.isEmpty()
                && text.chars()
                        .allMatch(c -> (c >= '0' && c <= '9')
                                || (c >= 'a' && c <= 'z')
                                || (c >= 'A' && c <= 'Z')
                                || TOKEN_MARKS.indexOf(c) >= 0);
    }
}
