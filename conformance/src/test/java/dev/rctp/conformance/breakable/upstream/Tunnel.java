package dev.rctp.conformance.breakable.upstream;

import dev.rctp.conformance.breakable.http.Header;
import dev.rctp.conformance.breakable.http.Headers;
import dev.rctp.conformance.breakable.http.Incoming;
import dev.rctp.conformance.breakable.http.Outgoing;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** An ungoverned request that asks for another protocol: after the answer's head both sides' octets pass as they are (PRX-4). */
final class Tunnel {

    private final URI base;

    Tunnel(URI base) {
        this.base = base;
    }

    void pass(Incoming request, Headers lines, Outgoing answer) throws IOException, InterruptedException {
        try (Socket marketplace = new Socket()) {
            int port = base.getPort() < 0 ? 80 : base.getPort();
            marketplace.connect(new InetSocketAddress(base.getHost(), port), 2000);
            marketplace.setTcpNoDelay(true);
            OutputStream there = marketplace.getOutputStream();
            there.write(head(request, lines));
            InputStream back = marketplace.getInputStream();
            String[] status = line(back).split(" ", 3);
            List<Header> answered = new ArrayList<>();
            for (String line = line(back); !line.isEmpty(); line = line(back)) {
                int colon = line.indexOf(':');
                answered.add(new Header(
                        line.substring(0, colon), line.substring(colon + 1).strip()));
            }
            OutputStream here = answer.switched(Integer.parseInt(status[1]), new Headers(answered));
            Thread upload = Thread.ofVirtual().start(() -> pump(request.raw(), there));
            pump(back, here);
            upload.interrupt();
        }
    }

    private byte[] head(Incoming request, Headers lines) {
        StringBuilder head = new StringBuilder(request.head().method());
        head.append(' ').append(request.head().target()).append(" HTTP/1.1\r\n");
        head.append("Host: ").append(base.getAuthority()).append("\r\nConnection: Upgrade\r\nUpgrade: ");
        head.append(request.head().headers().first("Upgrade").orElse("")).append("\r\n");
        lines.lines()
                .forEach(line -> head.append(line.name())
                        .append(": ")
                        .append(line.value())
                        .append("\r\n"));
        return head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static void pump(InputStream from, OutputStream to) {
        byte[] some = new byte[8192];
        try {
            for (int count = from.read(some); count >= 0; count = from.read(some)) {
                to.write(some, 0, count);
                to.flush();
            }
        } catch (IOException ended) {
            // one side has gone, so the other's octets have no reader
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the marketplace ended in a head");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }
}
