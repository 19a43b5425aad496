package dev.rctp.conformance.s11proxy;

import dev.rctp.conformance.run.Trial;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/** A connection to the target that a test writes to and reads from bit by bit (RFC 9112). */
final class OpenConnection implements AutoCloseable {

    private static final int HTTP = 80;
    private static final int HTTPS = 443;

    private final Socket socket;
    private final ByteArrayOutputStream read = new ByteArrayOutputStream();

    private OpenConnection(Socket socket) {
        this.socket = socket;
    }

    static OpenConnection to(Trial t) throws IOException {
        URI base = t.world().target().door().base();
        boolean tls = base.getScheme().equals("https");
        int port = base.getPort() >= 0 ? base.getPort() : tls ? HTTPS : HTTP;
        return new OpenConnection(
                (tls ? SSLSocketFactory.getDefault() : SocketFactory.getDefault()).createSocket(base.getHost(), port));
    }

    /** An unsigned request line and head with these further lines, each ending in CRLF. */
    static String head(Trial t, String line, String more) {
        return line + " HTTP/1.1\r\nHost: " + t.world().target().authority() + "\r\n" + more + "\r\n";
    }

    void write(String text) throws IOException {
        write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    void write(byte[] octets) throws IOException {
        socket.getOutputStream().write(octets);
        socket.getOutputStream().flush();
    }

    /** Reads until the text is there, or the end, or nothing comes for so long; gives all that came. */
    String readUntil(String text, Duration silence) throws IOException {
        return readUntil(text, Long.MAX_VALUE, silence);
    }

    /** Reads so many octets at most, and gives how many came. */
    long readAll(long most, Duration silence) throws IOException {
        readUntil("\u0000never", most, silence);
        return read.size();
    }

    private String readUntil(String text, long most, Duration silence) throws IOException {
        socket.setSoTimeout(Math.toIntExact(silence.toMillis()));
        byte[] buffer = new byte[1 << 16];
        String tail = read.toString(StandardCharsets.ISO_8859_1);
        try {
            while (!tail.contains(text) && read.size() < most) {
                int count = socket.getInputStream().read(buffer);
                if (count < 0) {
                    break;
                }
                read.write(buffer, 0, count);
                tail = most == Long.MAX_VALUE ? read.toString(StandardCharsets.ISO_8859_1) : "";
            }
        } catch (SocketTimeoutException _) {
            // what came so far is what is judged
        }
        return read.toString(StandardCharsets.ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
