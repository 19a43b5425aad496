package dev.rctp.conformance.breakable.http;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One client's connection: requests one after the other, until one can't be read. */
final class Connection {

    private static final int PATIENCE_MS = 60_000;
    private static final int LINGER_MS = 300;
    private static final Head NO_HEAD = new Head("", "", "HTTP/1.1", Headers.none());

    private final Socket socket;
    private final Handler handler;
    private final GatewayClock clock;
    private final Set<Fault> faults;

    Connection(Socket socket, Handler handler, GatewayClock clock, Set<Fault> faults) {
        this.socket = socket;
        this.handler = handler;
        this.clock = clock;
        this.faults = faults;
    }

    void serve() {
        try (socket) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MS);
            InputStream in = new BufferedInputStream(socket.getInputStream());
            OutputStream out = new BufferedOutputStream(socket.getOutputStream());
            boolean more = true;
            while (more) {
                more = one(in, out);
            }
            linger(in);
        } catch (IOException _) {
            // the client has gone, or the port was closed
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean one(InputStream in, OutputStream out) throws IOException, InterruptedException {
        Head head = null;
        Outgoing answer = new Outgoing(out, NO_HEAD, true);
        try {
            head = new HeadReader(in, faults).read();
            if (head == null) {
                return false;
            }
            answer = new Outgoing(out, head, ends(head));
            InputStream body = expected(head, new Framing(faults).body(head, in), out);
            Incoming request = new Incoming(head, body, in, peer(), clock.instant());
            handler.handle(request, answer);
            if (!answer.ends()) {
                body.transferTo(OutputStream.nullOutputStream());
            }
        } catch (FramingException unreadable) {
            refuse(head, answer, unreadable);
        }
        return !answer.ends();
    }

    private void refuse(@Nullable Head head, Outgoing answer, FramingException why) throws IOException {
        if (head == null || !faults.contains(Fault.PRX_READS_ON_AFTER_400)) {
            answer.last();
        }
        if (!answer.begun()) {
            answer.send(handler.unreadable(head, peer(), why));
        }
    }

    /** The body, which a client that asked is told to send when it is read first. */
    private static InputStream expected(Head head, InputStream body, OutputStream out) {
        boolean asks = head.headers().joined("Expect").orElse("").equalsIgnoreCase("100-continue");
        return asks ? new AskedBody(body, out) : body;
    }

    private static boolean ends(Head head) {
        return head.version().equals("HTTP/1.0")
                || head.headers()
                        .joined("Connection")
                        .orElse("")
                        .toLowerCase(Locale.ROOT)
                        .contains("close");
    }

    private String peer() {
        return socket.getInetAddress().getHostAddress();
    }

    /** Lets the client read the last answer before the connection is gone. */
    private void linger(InputStream in) throws IOException {
        socket.shutdownOutput();
        socket.setSoTimeout(LINGER_MS);
        byte[] some = new byte[8192];
        for (int reads = 0; reads < 64 && in.read(some) >= 0; reads++) {
            // what the client still sends is not looked at
        }
    }

    private static final class AskedBody extends InputStream {

        private final InputStream body;
        private final OutputStream out;
        private boolean asked;

        AskedBody(InputStream body, OutputStream out) {
            this.body = body;
            this.out = out;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int offset, int length) throws IOException {
            if (!asked) {
                asked = true;
                out.write("HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                out.flush();
            }
            return body.read(into, offset, length);
        }
    }
}
