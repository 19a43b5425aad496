package dev.rctp.gateway.webhook;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** Someone on loopback who takes no webhooks, each kind in its own way; bytes on sockets. */
final class BadReceiver implements AutoCloseable {

    private static final Pattern ID = Pattern.compile("(?im)^webhook-id: *(whk_[a-z2-7]{26})\\r?$");
    private static final Pattern LENGTH = Pattern.compile("(?im)^content-length: *(\\d+)\\r?$");

    /** What is bad about it. */
    enum Kind {
        /** Its answer comes byte by byte, and has no end. */
        SLOW,
        /** Takes all, and says nothing. */
        SILENT,
        /** Takes all, and hangs up. */
        DROPS,
        /** Hangs up at once. */
        RESETS,
        /** Something is broken there. */
        FAILS,
        /** Sends its visitors elsewhere. */
        REDIRECTS,
        /** Speaks something else. */
        BABBLES,
        /** Has a certificate of nobody who is trusted. */
        UNTRUSTED,
        /** Has another host's certificate. */
        MISNAMED,
        /** Speaks no TLS where the profile says that it does. */
        PLAIN,
        /** Nobody is there. */
        ABSENT,
        /** Has an address inside the network. */
        PRIVATE,
        /** Has a name for an address inside the network. */
        PRIVATE_NAME
    }

    /** The ids of what it was told, in their order, as often as it was. */
    final List<String> told = new CopyOnWriteArrayList<>();

    /** The targets that were asked for. */
    final List<String> targets = new CopyOnWriteArrayList<>();

    private final Kind kind;
    private final ServerSocket server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private BadReceiver(Kind kind, ServerSocket server) {
        this.kind = kind;
        this.server = server;
    }

    /** With this TLS; null for none. */
    static BadReceiver open(Kind kind, @Nullable SSLContext tls) throws IOException {
        InetAddress loopback = InetAddress.getLoopbackAddress();
        BadReceiver bad = new BadReceiver(
                kind,
                tls == null
                        ? new ServerSocket(0, 50, loopback)
                        : tls.getServerSocketFactory().createServerSocket(0, 50, loopback));
        if (kind == Kind.ABSENT) {
            bad.server.close();
        } else {
            bad.threads.execute(bad::listen);
        }
        return bad;
    }

    URI url() {
        String origin = switch (kind) {
            case UNTRUSTED, MISNAMED, PLAIN -> "https://localhost:" + server.getLocalPort();
            case PRIVATE -> "https://10.0.0.1:" + server.getLocalPort();
            case PRIVATE_NAME -> "https://inside.example:" + server.getLocalPort();
            default -> "http://127.0.0.1:" + server.getLocalPort();
        };
        return URI.create(origin + "/webhooks");
    }

    private void listen() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                threads.execute(() -> answer(socket));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void answer(Socket socket) {
        try (socket) {
            if (kind == Kind.RESETS) {
                socket.setSoLinger(true, 0);
                return;
            }
            if (kind == Kind.BABBLES) {
                socket.getOutputStream().write("SSH-2.0-OpenSSH_9.9\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            read(socket.getInputStream());
            switch (kind) {
                case FAILS -> write(socket, "HTTP/1.1 500 Internal Server Error\r\ncontent-length: 0\r\n\r\n");
                case REDIRECTS ->
                    write(
                            socket,
                            "HTTP/1.1 307 Temporary Redirect\r\nlocation: http://127.0.0.1:" + server.getLocalPort()
                                    + "/elsewhere\r\ncontent-length: 0\r\n\r\n");
                case SLOW -> trickle(socket);
                case SILENT -> socket.getInputStream().readAllBytes();
                default -> {
                    // hangs up
                }
            }
        } catch (IOException | InterruptedException gone) {
            // as all of them are in the end
        }
    }

    private static void write(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static void trickle(Socket socket) throws IOException, InterruptedException {
        write(socket, "HTTP/1.1 200 OK\r\nx: ");
        for (int i = 0; i < 200; i++) {
            write(socket, "y");
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    private void read(InputStream in) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        String head = "";
        while (!head.endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return;
            }
            bytes.write(next);
            head = bytes.toString(StandardCharsets.US_ASCII);
        }
        Matcher length = LENGTH.matcher(head);
        in.readNBytes(length.find() ? Integer.parseInt(length.group(1)) : 0);
        targets.add(head.split(" ", 3)[1]);
        Matcher id = ID.matcher(head);
        if (id.find()) {
            told.add(id.group(1));
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        threads.shutdownNow();
    }
}
