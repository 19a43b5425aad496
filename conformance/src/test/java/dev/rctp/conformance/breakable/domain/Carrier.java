package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Decision;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Receipt;
import dev.rctp.conformance.breakable.upstream.Delivery;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Sha256;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.NullNode;
import tools.jackson.databind.node.ObjectNode;

/** Carries accepted calls to the marketplace and writes down what became of them (PRX-2, REC-3). */
final class Carrier {

    private final Parts parts;

    Carrier(Parts parts) {
        this.parts = parts;
    }

    /** Begins the step and sends the call; with the state locked. */
    CompletableFuture<Outcome> carry(Plan plan) {
        String intent = plan.forward.key();
        ObjectNode body = plan.judged.entry().put("decision", "auto").put("intent", intent);
        body.setAll(plan.recorded);
        if (plan.place.subject().type().equals("listing") && plan.terms != null && parts.broken(Fault.FLOOR_IN_ENTRY)) {
            body.set("least", plan.terms.all().path("floor"));
        }
        if (!parts.broken(Fault.DECISION_NOT_RECORDED)) {
            parts.ledger().append(plan.place.subject(), "decided", body);
        }
        if (plan.judged.approved != null && parts.broken(Fault.HELD_CALL_RUN_TWICE)) {
            CompletableFuture<Delivery> _ = parts.upstream().forward(plan.forward);
        }
        plan.begin.run();
        return parts.upstream()
                .forward(plan.forward)
                .thenApply(delivery -> parts.state().locked(() -> settle(plan, delivery)));
    }

    private Outcome settle(Plan plan, Delivery delivery) {
        return switch (delivery) {
            case Delivery.Done done -> done(plan, done);
            case Delivery.Vetoed(int status, byte[] body, @Nullable JsonNode json) -> {
                undo(plan);
                Receipt receipt = write(plan, "vetoed", status, body);
                ObjectNode answer = Json.object();
                answer.set("marketplace", json == null ? NullNode.getInstance() : json);
                yield new Outcome.Answered(new Decision.Auto(), status, answer, receipt);
            }
            case Delivery.Failed() -> {
                undo(plan);
                Receipt receipt = write(plan, "failed", 0, new byte[0]);
                yield Outcome.Refused.because(
                                Reason.ENFORCEMENT_UNAVAILABLE,
                                "failed",
                                "The marketplace gave no answer and the call has failed.")
                        .receipt(receipt);
            }
        };
    }

    private void undo(Plan plan) {
        if (parts.broken(Fault.VETO_LEAVES_THE_STEP)) {
            return;
        }
        plan.undo.run();
    }

    private Outcome done(Plan plan, Delivery.Done done) {
        ObjectNode answer = plan.done.apply(done);
        Receipt receipt = write(plan, "done", done.status(), done.body());
        answer.set("marketplace", done.json() == null ? NullNode.getInstance() : done.json());
        int status = plan.status != 0 ? plan.status : withBody(done.status());
        return new Outcome.Answered(new Decision.Auto(), status, answer, receipt);
    }

    private static int withBody(int status) {
        return status == 204 || status == 205 ? 200 : status;
    }

    private Receipt write(Plan plan, String kind, int status, byte[] answer) {
        ObjectNode body = Json.object();
        String action = plan.judged.call.verb().action();
        if (action != null) {
            body.put("action", action);
        }
        body.put("intent", plan.forward.key());
        if (status > 0) {
            body.put("marketplace_status", status).put("marketplace_body_hash", Sha256.text(answer));
        }
        return parts.ledger().append(plan.place.subject(), kind, body);
    }
}
