package dev.rctp.gateway.faults;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;

/** A port that stays the same while the server behind it comes back on another one. */
final class Relay implements AutoCloseable {

    private final ServerSocket listener;
    private volatile int target;

    Relay() throws IOException {
        this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().start(this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    /** Leads new connections to the server with this JDBC URL. */
    void to(String jdbcUrl) {
        target = URI.create(jdbcUrl.substring("jdbc:".length())).getPort();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = listener.accept();
                Thread.ofVirtual().start(() -> connect(client));
            }
        } catch (IOException closed) {
            return;
        }
    }

    private void connect(Socket client) {
        try (client;
                Socket server = new Socket(InetAddress.getLoopbackAddress(), target)) {
            Thread back = Thread.ofVirtual().start(() -> pump(server, client));
            pump(client, server);
            back.join();
        } catch (IOException refused) {
            return; // and the client's connection is closed
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Copies until either end is gone, and then closes both. */
    private static void pump(Socket from, Socket to) {
        try (from;
                to) {
            InputStream in = from.getInputStream();
            in.transferTo(to.getOutputStream());
        } catch (IOException gone) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
    }
}
