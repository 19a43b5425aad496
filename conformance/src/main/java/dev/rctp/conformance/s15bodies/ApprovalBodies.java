package dev.rctp.conformance.s15bodies;

import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.wire.Connections;
import dev.rctp.conformance.wire.Door;
import dev.rctp.conformance.wire.NoAnswerException;
import dev.rctp.conformance.world.Asked;
import dev.rctp.conformance.world.Target;
import java.time.Duration;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/** Section 15: waiting for an approval. */
public final class ApprovalBodies implements Section {

    private static final int WAIT = 20;
    private static final Duration BEGUN = Duration.ofMillis(300);
    private static final Duration SLACK = Duration.ofSeconds(5);

    @Override
    public void register(Suite suite) {
        suite.test("BOD-48", ApprovalBodies::answeredAtOnce);
    }

    private static void answeredAtOnce(Trial t) throws InterruptedException {
        Asked asked =
                t.scene().askBy("answer_buyer", t.scene().answerBuyer(t.scene().listing(), "yes"));
        Call status = t.scene().read(asked.call().agent(), "/approvals/" + asked.approvalId());
        t.blockedUnless("pending".equals(t.control(status, 200).textAt("status")), "The approval is not pending.");
        ObjectNode yes = asked.seller().passkey().assertion(asked.challenge(asked.page(), "approve"));
        List<Told> both = AtOnce.all(List.of(() -> waits(t, status), () -> {
            t.awaited(BEGUN, () -> null);
            return Told.of(asked.respond("approve", yes));
        }));
        judge(t, both.get(0), both.get(1));
    }

    /**
     * An answer, and when it was there.
     *
     * @param nanos of {@link System#nanoTime()}
     */
    private record Told(Answer answer, long nanos) {
        static Told of(Answer answer) {
            return new Told(answer, System.nanoTime());
        }
    }

    /** The read that waits; it may take as much longer than other answers as it was asked to wait. */
    private static Told waits(Trial t, Call status) {
        Target target = t.world().target();
        Door door = new Door(target.plan().baseUrl(), target.timeout().plusSeconds(WAIT));
        Call.Prepared waiting = t.prepare(status.query("wait=" + WAIT));
        try (Connections connections = new Connections(door, t.world().clock())) {
            Answer answer = connections.exchange(waiting.request(), waiting.base());
            t.keep(answer.exchange());
            return Told.of(answer);
        } catch (NoAnswerException e) {
            t.that(false, "The read that waits was to be answered. " + e.getMessage());
            throw new IllegalStateException(e);
        }
    }

    private static void judge(Trial t, Told waited, Told yes) {
        t.blockedUnless(
                yes.answer().status() == 200,
                "The approval was not taken: " + yes.answer().inShort());
        t.equal("approved", waited.answer().textAt("status"), "`status` of the read that waited");
        Duration later = Duration.ofNanos(waited.nanos() - yes.nanos());
        Duration most = yes.answer().duration().plus(SLACK);
        t.blockedUnless(most.toSeconds() < WAIT - BEGUN.toSeconds(), "The target takes too long for this to be told.");
        t.that(
                later.compareTo(most) < 0,
                "The read was to be answered as soon as the status changed, not " + later.toSeconds() + " s later.");
    }
}
