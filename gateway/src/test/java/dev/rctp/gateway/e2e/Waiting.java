package dev.rctp.gateway.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.rctp.gateway.cli.demo.Answer;
import dev.rctp.gateway.cli.demo.World;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.JsonNode;

/** A call that waits at the marketplace, which answers it late. */
final class Waiting implements AutoCloseable {

    private static final int LATE_MILLIS = 4_000;

    private final ExecutorService thread;
    private final Future<Answer> call;
    private final JsonNode forwarded;

    private Waiting(ExecutorService thread, Future<Answer> call, JsonNode forwarded) {
        this.thread = thread;
        this.call = call;
        this.forwarded = forwarded;
    }

    /**
     * Makes the call, and is back when the marketplace has it.
     *
     * @param path what only this call's path holds
     * @param status what it will be answered with; 0 for its ordinary answer
     */
    static Waiting at(World world, String path, int status, Callable<Answer> made) throws Exception {
        int before = requests(world, path).size();
        world.behave(path, status, LATE_MILLIS, 1);
        ExecutorService thread = Executors.newVirtualThreadPerTaskExecutor();
        Future<Answer> call = thread.submit(made);
        await().pollInterval(Duration.ofMillis(20))
                .until(() -> requests(world, path).size() > before);
        return new Waiting(thread, call, requests(world, path).getLast());
    }

    private static List<JsonNode> requests(World world, String path) throws Exception {
        return world.forwarded().stream()
                .filter(request -> request.path("path").stringValue().contains(path))
                .toList();
    }

    /** A field of the call as the marketplace got it. */
    String field(String name) {
        return forwarded.path("headers").path(name).stringValue();
    }

    /** Fails where the marketplace has answered meanwhile, for what was seen then proves nothing. */
    void stillWaits() {
        assertThat(call.isDone()).as("the call has ended too early").isFalse();
    }

    /** The call's own answer. */
    Answer answer() throws ExecutionException, InterruptedException {
        return call.get();
    }

    @Override
    public void close() {
        thread.close();
    }
}
