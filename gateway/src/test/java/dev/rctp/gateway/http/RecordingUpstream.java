package dev.rctp.gateway.http;

import dev.rctp.gateway.http.outbound.Origin;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server behind the gateway that hands each accepted connection to a script. */
public final class RecordingUpstream implements AutoCloseable {

    /** What the server does with one connection. */
    public interface Script {
        void play(Wire wire) throws Exception;
    }

    private final ServerSocket server;
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();

    public RecordingUpstream(Script script) throws IOException {
        this(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), script);
    }

    public RecordingUpstream(ServerSocket listening, Script script) throws IOException {
        server = listening;
        server.setReceiveBufferSize(64 << 10);
        Thread.ofVirtual().start(() -> accept(script));
    }

    private void accept(Script script) {
        while (true) {
            Socket socket;
            try {
                socket = server.accept();
            } catch (IOException closed) {
                return;
            }
            accepted.add(socket);
            Thread.ofVirtual().start(() -> play(script, socket));
        }
    }

    private void play(Script script, Socket socket) {
        try (Wire wire = new Wire(socket)) {
            script.play(wire);
        } catch (Exception | AssertionError failure) {
            failures.add(failure);
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.getLocalSocketAddress();
    }

    public Origin origin() {
        return new Origin(false, "127.0.0.1", address().getPort());
    }

    /** How many connections have been accepted. */
    public int connections() {
        return accepted.size();
    }

    public List<Throwable> failures() {
        return failures;
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : accepted) {
            socket.close();
        }
    }
}
