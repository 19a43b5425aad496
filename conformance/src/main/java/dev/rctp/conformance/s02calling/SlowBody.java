package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.RawRequest;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import javax.net.SocketFactory;
import javax.net.ssl.SSLSocketFactory;

/** Sends a request's head and the rest of it later (SIG-4). */
final class SlowBody {

    private static final int MOST = 8_192;

    private final Trial trial;

    SlowBody(Trial trial) {
        this.trial = trial;
    }

    /** The first octets of the answer as text; empty where none came. */
    String send(RawRequest request, Duration pause) {
        URI base = trial.world().target().plan().baseUrl();
        try (Socket socket = connect(base)) {
            socket.setSoTimeout(Math.toIntExact(trial.world().target().timeout().toMillis()));
            socket.getOutputStream().write(request.head());
            socket.getOutputStream().flush();
            Thread.sleep(pause);
            socket.getOutputStream().write(request.body());
            socket.getOutputStream().flush();
            byte[] answer = new byte[MOST];
            int length = Math.max(0, socket.getInputStream().read(answer));
            return new String(answer, 0, length, StandardCharsets.ISO_8859_1);
        } catch (IOException _) {
            return "";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "";
        }
    }

    private static Socket connect(URI base) throws IOException {
        boolean tls = "https".equals(base.getScheme());
        int port = base.getPort() >= 0 ? base.getPort() : tls ? 443 : 80;
        return (tls ? SSLSocketFactory.getDefault() : SocketFactory.getDefault()).createSocket(base.getHost(), port);
    }
}
