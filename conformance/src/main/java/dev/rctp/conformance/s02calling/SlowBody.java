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

    /** The answer as text; empty where none came. */
    String send(RawRequest request, Duration pause) {
        try (OpenConnection connection = OpenConnection.to(trial)) {
            connection.write(request.head());
            Thread.sleep(pause);
            return connection
                    .exchange(request.body(), trial.world().target().timeout())
                    .text();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
    }
}
