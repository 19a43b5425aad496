package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.run.OpenConnection;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.RawRequest;
import java.time.Duration;

/** Sends a request's head and the rest of it later (SIG-4). */
final class SlowBody {

    private final Trial trial;

    SlowBody(Trial trial) {
        this.trial = trial;
    }

    /** The answer's head, and perhaps more, as text; empty where none came. */
    String send(RawRequest request, Duration pause) throws InterruptedException {
        try (OpenConnection connection = trial.open()) {
            connection.write(request.head());
            Thread.sleep(pause);
            connection.write(request.body());
            return connection.readUntil("\r\n\r\n", trial.world().target().timeout());
        }
    }
}
