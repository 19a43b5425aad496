package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Listing;
import java.util.function.Supplier;

/** Uses a budget up with prices below the floor (OFF-6, OFF-9). */
final class Budget {

    private static final int MOST = 20;

    private Budget() {}

    /** Sends the call, which is below the floor, until it is no longer answered so; what it was answered then. */
    static Answer use(Trial t, Supplier<Call> belowFloor) {
        Answer answer = t.control(belowFloor.get(), 403);
        for (int i = 0; i < MOST && "below_floor".equals(answer.code()); i++) {
            answer = t.send(belowFloor.get());
        }
        return answer;
    }

    /** The scene's buyer has none left for the listing. */
    static void ofBuyer(Trial t, Listing listing) {
        Answer last = use(t, () -> t.scene().offer(t.scene().buyer(), listing, listing.floor() - 1));
        t.blockedUnless(last.status() == 429, "The budget was to be used up, not " + last.inShort());
    }
}
