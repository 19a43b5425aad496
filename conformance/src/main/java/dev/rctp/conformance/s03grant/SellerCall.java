package dev.rctp.conformance.s03grant;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Scene;
import java.util.Map;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ObjectNode;

/** The seller-side call that this section changes: an answer to a buyer, accepted at tier {@code auto}. */
final class SellerCall {

    private static final Map<String, String> TIERS = Map.of("answer_buyer", "auto");

    private SellerCall() {}

    /** Under the scene's own grant. */
    static Call usual(Trial t) {
        Scene scene = t.scene();
        return scene.answerBuyer(scene.listing(), "It is still there.");
    }

    /** A grant for it alone, of the same seller, so that each variant of a test has one. */
    static Grant grant(Trial t) {
        return t.scene().grant(t.scene().sellerAgent(), TIERS);
    }

    /** Under this grant. */
    static Call under(Trial t, Grant grant) {
        return usual(t).token(grant.token());
    }

    /**
     * Accepted under a fresh grant; then what the authorization server says of that grant is changed, and the call has another
     * token of it: a gateway that keeps answers breaks GRA-1 and passes here.
     */
    static Call afterChange(Trial t, UnaryOperator<ObjectNode> view) {
        Grant grant = grant(t);
        Call call = under(t, grant);
        t.control(call);
        grant.view(view);
        return call.token(grant.newToken());
    }
}
