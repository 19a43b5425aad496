package dev.rctp.conformance.breakable.http;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** A port that speaks HTTP/1.1, with a virtual thread for each connection. */
public final class HttpPort implements AutoCloseable {

    private final ServerSocket port;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    private HttpPort(ServerSocket port) {
        this.port = port;
    }

    /** Begins to listen. */
    public static HttpPort open(InetSocketAddress address, Handler handler, GatewayClock clock, Set<Fault> faults)
            throws IOException {
        ServerSocket socket = new ServerSocket();
        socket.setReuseAddress(true);
        socket.bind(address, 1024);
        HttpPort port = new HttpPort(socket);
        Thread.ofVirtual().name("accept").start(() -> port.accept(handler, clock, faults));
        return port;
    }

    /** Where it listens. */
    public InetSocketAddress address() {
        return (InetSocketAddress) port.getLocalSocketAddress();
    }

    private void accept(Handler handler, GatewayClock clock, Set<Fault> faults) {
        try {
            while (true) {
                Socket socket = port.accept();
                open.add(socket);
                Thread.ofVirtual().start(() -> {
                    new Connection(socket, handler, clock, faults).serve();
                    open.remove(socket);
                });
            }
        } catch (IOException _) {
            // closed
        }
    }

    @Override
    public void close() throws IOException {
        port.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
