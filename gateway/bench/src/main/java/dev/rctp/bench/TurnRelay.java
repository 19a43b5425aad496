package dev.rctp.bench;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;

/** Stands between a gateway and its database and counts round trips: how often the client speaks after the server has. */
final class TurnRelay implements AutoCloseable {

    private static final int BUFFER = 1 << 16;

    private final ServerSocket listener;
    private final int database;
    private final LongAdder turns = new LongAdder();

    private TurnRelay(ServerSocket listener, int database) {
        this.listener = listener;
        this.database = database;
    }

    /** Before the database of this JDBC URL. */
    static TurnRelay before(String jdbcUrl) throws IOException {
        ServerSocket listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        TurnRelay relay = new TurnRelay(listener, uri(jdbcUrl).getPort());
        Thread.ofPlatform().daemon().name("turns").start(relay::accept);
        return relay;
    }

    private static URI uri(String jdbcUrl) {
        return URI.create(jdbcUrl.substring("jdbc:".length()));
    }

    /** The same JDBC URL by way of here. */
    String url(String jdbcUrl) {
        return "jdbc:postgresql://127.0.0.1:" + listener.getLocalPort()
                + uri(jdbcUrl).getPath();
    }

    /** Round trips so far. */
    long turns() {
        return turns.sum();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Thread.ofPlatform().daemon().start(() -> connect(client));
            }
        } catch (SocketException closed) {
            return;
        } catch (IOException e) {
            throw new IllegalStateException("the relay before the database is gone", e);
        }
    }

    private void connect(Socket client) {
        AtomicBoolean serversTurn = new AtomicBoolean();
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), database)) {
            client.setTcpNoDelay(true);
            server.setTcpNoDelay(true);
            Thread back = Thread.ofPlatform().daemon().start(() -> pump(server, client, () -> serversTurn.set(false)));
            pump(client, server, () -> {
                if (!serversTurn.getAndSet(true)) {
                    turns.increment();
                }
            });
            back.join();
        } catch (IOException gone) {
            return; // and the client's connection is closed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pump(Socket from, Socket to, Runnable spoken) {
        byte[] buffer = new byte[BUFFER];
        try (from;
                to) {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                spoken.run();
                out.write(buffer, 0, read);
            }
        } catch (IOException gone) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
