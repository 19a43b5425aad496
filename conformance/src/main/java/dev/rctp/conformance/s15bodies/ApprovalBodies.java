package dev.rctp.conformance.s15bodies;

import dev.rctp.conformance.run.AtOnce;
import dev.rctp.conformance.run.Section;
import dev.rctp.conformance.run.Suite;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Asked;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import tools.jackson.databind.node.ObjectNode;

/** Section 15: waiting for an approval. */
public final class ApprovalBodies implements Section {

    private static final int WAIT = 20;
    private static final Duration EARLIER = Duration.ofSeconds(15);

    @Override
    public void register(Suite suite) {
        suite.test("BOD-48", ApprovalBodies::answeredAtOnce);
    }

    private static void answeredAtOnce(Trial t) throws InterruptedException {
        Asked asked =
                t.scene().askBy("answer_buyer", t.scene().answerBuyer(t.scene().listing(), "yes"));
        Call status = t.scene().read(asked.call().agent(), "/approvals/" + asked.approvalId());
        t.blockedUnless("pending".equals(t.control(status, 200).textAt("status")), "The approval is not pending.");
        try (ExecutorService beside = Executors.newVirtualThreadPerTaskExecutor()) {
            ObjectNode credential = asked.seller().passkey().assertion(asked.challenge(asked.page(), "approve"));
            Future<Answer> waiting = beside.submit(() -> t.send(status.query("wait=" + WAIT)));
            Answer yes = asked.respond("approve", credential);
            t.blockedUnless(yes.status() == 200, "The approval was not taken: " + yes.inShort());
            Answer told = AtOnce.result(waiting);
            t.equal("approved", told.textAt("status"), "`status` of the read that waited");
            t.that(
                    told.duration().compareTo(EARLIER) < 0,
                    "The read was to be answered as soon as the status changed.");
        }
    }
}
