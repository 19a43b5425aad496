package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.run.OpenConnection;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.Exchange;
import dev.rctp.conformance.wire.RawRequest;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** Sends a request's head and the rest of it later (SIG-4). */
final class SlowBody {

    private final Trial trial;

    SlowBody(Trial trial) {
        this.trial = trial;
    }

    /** The first octets of the answer as text; empty where none came. */
    String send(Call.Prepared prepared, Duration pause) {
        RawRequest request = prepared.request();
        Instant sent = trial.world().clock().instant();
        byte[] answer = {};
        try (Socket socket = trial.world().target().door().connect()) {
            socket.getOutputStream().write(request.head());
            socket.getOutputStream().flush();
            Thread.sleep(pause);
            socket.getOutputStream().write(request.body());
            socket.getOutputStream().flush();
            answer = first(socket.getInputStream());
        } catch (IOException _) {
            // the empty answer tells of it
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
        Duration took = Duration.between(sent, trial.world().clock().instant());
        trial.keep(new Exchange(request.bytes(), prepared.base(), answer, sent, took));
        return new String(answer, StandardCharsets.ISO_8859_1);
    }

    /** As much as tells of status and reason. */
    private static byte[] first(InputStream in) throws IOException {
        byte[] octets = new byte[MOST];
        return Arrays.copyOf(octets, Math.max(0, in.read(octets)));
    }
}
