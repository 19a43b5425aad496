package dev.rctp.conformance.run;

import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.Connections;
import dev.rctp.conformance.wire.Exchange;
import dev.rctp.conformance.wire.NoAnswerException;
import dev.rctp.conformance.wire.RawAnswer;
import dev.rctp.conformance.wire.RawRequest;
import dev.rctp.conformance.world.Scene;
import dev.rctp.conformance.world.World;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/** What one test sends and judges; each test has its own, with its own actors. */
public final class Trial implements AutoCloseable {

    private static final Duration SILENCE = Duration.ofMillis(1500);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(20);

    private final World world;
    private final Requirement requirement;
    private final Connections connections;
    private final List<Exchange> exchanges = new CopyOnWriteArrayList<>();
    private @Nullable Scene scene;

    Trial(World world, Requirement requirement) {
        this.world = world;
        this.requirement = requirement;
        this.connections = new Connections(world.target().door(), world.clock());
    }

    /** The shared hosts and the target. */
    public World world() {
        return world;
    }

    /** What is tested. */
    public Requirement requirement() {
        return requirement;
    }

    /** This test's actors, made when first asked for. */
    public synchronized Scene scene() {
        if (scene == null) {
            scene = new Scene(this);
        }
        return scene;
    }

    /** What went over the wire so far. */
    public List<Exchange> exchanges() {
        return List.copyOf(exchanges);
    }

    /** Keeps what went over a wire of the test's own. */
    public void keep(Exchange exchange) {
        exchanges.add(exchange);
    }

    // what is sent

    /** Signs the call, sends it and reads the answer; no whole answer is a failure. */
    public Answer send(Call call) {
        Call.Prepared prepared = prepare(call);
        return exchange(prepared.request(), prepared.base());
    }

    /** The request as it would be sent now. */
    public Call.Prepared prepare(Call call) {
        return call.prepare(world.sending());
    }

    /** Sends a request as it is; what its signature was computed over, empty for an unsigned one. */
    public Answer exchange(RawRequest request, String base) {
        try {
            Answer answer = connections.exchange(request, base);
            exchanges.add(answer.exchange());
            return answer;
        } catch (NoAnswerException e) {
            exchanges.add(new Exchange(
                    request.bytes(), base, e.octets(), world.clock().instant(), Duration.ZERO));
            throw new Judgement(failing(), "An HTTP answer was expected. " + e.getMessage());
        }
    }

    /** The positive that a negative changes: an answer that isn't 2xx with decision {@code auto} blocks the test. */
    public Answer control(Call call) {
        Answer answer = controlled(call);
        boolean good =
                answer.status() / 100 == 2 && (answer.isAuto() || call.method().equals("GET"));
        blockedUnless(good, "The control was not accepted: " + answer.inShort());
        return answer;
    }

    /** The positive that a negative changes: an answer with another status blocks the test. */
    public Answer control(Call call, int status) {
        Answer answer = controlled(call);
        blockedUnless(
                answer.status() == status, "The control was to be answered " + status + ", not " + answer.inShort());
        return answer;
    }

    private Answer controlled(Call call) {
        try {
            return send(call);
        } catch (Judgement e) {
            throw new Judgement(Outcome.BLOCKED, "The control had no answer. " + e.sentence());
        }
    }

    /** An unsigned call with {@code Accept: application/json}, as a page or a client without a key makes it. */
    public Answer page(String method, String url, @Nullable JsonNode body) {
        return exchange(world.target().plain(method, said(url, "The address").address(), body), "");
    }

    /** Sends these octets over a connection of their own and gives all that came back. */
    public RawAnswer raw(byte[] request) {
        try {
            RawAnswer answer = connections.raw(request, SILENCE);
            exchanges.add(
                    new Exchange(request, "", answer.octets(), world.clock().instant(), Duration.ZERO));
            return answer;
        } catch (NoAnswerException e) {
            throw new Judgement(failing(), "A connection was expected. " + e.getMessage());
        }
    }

    /** A connection of the test's own; where there is none that is a failure. */
    public OpenConnection open() {
        try {
            return new OpenConnection(this, world.target().door().connect());
        } catch (NoAnswerException e) {
            throw new Judgement(failing(), "A connection was expected. " + e.getMessage());
        }
    }

    /** A step of the preparation: where the target gives no answer nothing is judged. */
    public <T> T preparing(Supplier<T> step) {
        try {
            return step.get();
        } catch (Judgement e) {
            throw e.outcome() == failing() ? new Judgement(Outcome.BLOCKED, "In preparation: " + e.sentence()) : e;
        }
    }

    // what is judged

    /** A refusal: this status, this reason in the header, and a body of that code. */
    public void refused(Answer answer, int status, String reason) {
        String expected = "A refusal " + status + " `" + reason + "` was expected";
        that(answer.status() == status, expected + ", not " + answer.inShort());
        that(reason.equals(answer.reason()), expected + " in `RCTP-Decision`, not " + answer.inShort());
        that(reason.equals(answer.code()), expected + " as the body's `code`, not " + answer.inShort());
    }

    /** A refusal with this {@code detail.cause}. */
    public void refused(Answer answer, int status, String reason, String cause) {
        refused(answer, status, reason);
        that(cause.equals(answer.cause()), "`detail.cause` was to be `" + cause + "`, not " + answer.cause() + ".");
    }

    /** Carried out: this status and decision {@code auto}. */
    public void accepted(Answer answer, int status) {
        that(
                answer.status() == status && answer.isAuto(),
                "The call was to be carried out, " + status + " with `auto`, not " + answer.inShort());
    }

    /** What has to hold; the sentence says what was expected. */
    public void that(boolean holds, String expected) {
        if (!holds) {
            throw new Judgement(failing(), expected);
        }
    }

    /** Two values that have to be equal, JSON numbers and texts as they are; with nothing nothing is compared. */
    public void equal(@Nullable Object expected, @Nullable Object actual, String what) {
        blockedUnless(isThere(expected), what + " has nothing that it could be compared with.");
        that(Objects.equals(expected, actual), what + " was to be " + expected + ", not " + actual + ".");
    }

    private static boolean isThere(@Nullable Object value) {
        return value != null && !"".equals(value) && !(value instanceof JsonNode node && node.isMissingNode());
    }

    /** What must not be there. */
    public void absent(@Nullable Object value, String what) {
        that(value == null, what + " was not to be there, and is " + value + ".");
    }

    /** A value of an answer, by how it has to be read. */
    public Said said(JsonNode value, String what) {
        return new Said(this, value, what);
    }

    /** A text of an answer, by how it has to be read; null where there is none. */
    public Said said(@Nullable String text, String what) {
        return new Said(
                this,
                text == null ? JsonNodeFactory.instance.missingNode() : JsonNodeFactory.instance.stringNode(text),
                what);
    }

    /** Waits until there is something; nothing within that time is a failure. */
    public <T> T eventually(String expected, Duration within, Supplier<@Nullable T> look) {
        T found = awaited(within, look);
        if (found == null) {
            throw new Judgement(failing(), expected + " It was not so within " + within.toSeconds() + " s.");
        }
        return found;
    }

    /** Waits until there is something; null where nothing came within that time. */
    public <T> @Nullable T awaited(Duration within, Supplier<@Nullable T> look) {
        long end = System.nanoTime() + within.toNanos();
        while (true) {
            T found = look.get();
            if (found != null) {
                return found;
            }
            if (System.nanoTime() >= end) {
                return null;
            }
            pause();
        }
    }

    private static void pause() {
        try {
            Thread.sleep(BETWEEN_LOOKS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("the run was interrupted", e);
        }
    }

    /** What was prepared but is not what is tested: where it doesn't hold, nothing is judged. */
    public void blockedUnless(boolean holds, String why) {
        if (!holds) {
            throw new Judgement(Outcome.BLOCKED, why);
        }
    }

    /** A value that preparation needs. */
    public <T> T needed(@Nullable T value, String why) {
        if (value == null) {
            throw new Judgement(Outcome.BLOCKED, why);
        }
        return value;
    }

    /** Ends the test: the target has nothing that the requirement is of. */
    public Error notApplicable(String why) {
        throw new Judgement(Outcome.NOT_APPLICABLE, why);
    }

    private Outcome failing() {
        return requirement.level() == Requirement.Level.SHOULD ? Outcome.WARN : Outcome.FAIL;
    }

    @Override
    public void close() {
        connections.close();
    }
}
