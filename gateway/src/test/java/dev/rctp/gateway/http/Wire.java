package dev.rctp.gateway.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.Locale;

/** A client's raw socket: what is written is on the wire byte for byte. */
public final class Wire implements AutoCloseable {

    private final Socket socket;
    private final InputStream in;

    public Wire(InetSocketAddress server) throws IOException {
        this(connected(server));
    }

    public Wire(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(10_000);
        in = new BufferedInputStream(socket.getInputStream());
    }

    private static Socket connected(InetSocketAddress server) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(64 << 10);
        socket.connect(server, 2000);
        return socket;
    }

    public InputStream input() {
        return in;
    }

    public Socket socket() {
        return socket;
    }

    /** Sends the text's characters as octets. */
    public Wire send(String octets) throws IOException {
        return send(octets.getBytes(ISO_8859_1));
    }

    /** Sends the lines of a head, each with its CRLF, and the empty line. */
    public Wire sendHead(String... lines) throws IOException {
        return send(String.join("\r\n", lines) + "\r\n\r\n");
    }

    public Wire send(byte[] octets) throws IOException {
        socket.getOutputStream().write(octets);
        socket.getOutputStream().flush();
        return this;
    }

    /** Reads up to and including an empty line; fewer where the connection ends. */
    public String head() throws IOException {
        ByteArrayOutputStream head = new ByteArrayOutputStream();
        int octet;
        while ((octet = in.read()) >= 0) {
            head.write(octet);
            if (octet == '\n' && head.toString(ISO_8859_1).endsWith("\r\n\r\n")) {
                break;
            }
        }
        return head.toString(ISO_8859_1);
    }

    /** Reads exactly so many octets, fewer where the connection ends. */
    public String octets(int size) throws IOException {
        return new String(in.readNBytes(size), ISO_8859_1);
    }

    /** Reads a head and the body that its content-length tells. */
    public String response() throws IOException {
        String head = head();
        int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ");
        if (at < 0) {
            return head;
        }
        int size = Integer.parseInt(head.substring(at + 16, head.indexOf('\r', at)));
        return head + octets(size);
    }

    /** Everything up to the end of the connection, however it ends. */
    public String rest() throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            in.transferTo(all);
        } catch (SocketTimeoutException late) {
            throw late;
        } catch (IOException reset) {
            all.writeBytes("<reset>".getBytes(ISO_8859_1));
        }
        return all.toString(ISO_8859_1);
    }

    /** One octet, or -1 at the end. */
    public int read() throws IOException {
        return in.read();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
