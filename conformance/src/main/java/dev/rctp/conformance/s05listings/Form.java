package dev.rctp.conformance.s05listings;

import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.world.Asked;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The form of a listing's terms that its seller is asked for (LST-3).
 *
 * @param trial the test
 * @param asked the question whose form it is
 */
public record Form(Trial trial, Asked asked) {

    /** That of a listing that is still to be created. */
    public static Form ofNewListing(Trial trial) {
        return new Form(trial, trial.scene().ask(trial.scene().createListing()));
    }

    /** That of a vehicle that is still to be created. */
    public static Form ofNewVehicle(Trial trial) {
        return new Form(
                trial,
                trial.scene()
                        .ask(Edited.body(trial.scene().createListing(), body -> body.put("term_set", "vehicles/1"))));
    }

    /** What comes of sending these terms. */
    public Answer submit(ObjectNode terms) {
        return asked.submitTerms(terms);
    }

    /** The control: these terms are taken. */
    public Answer admits(ObjectNode terms) {
        Answer answer = submit(terms);
        trial.blockedUnless(answer.status() == 200, "The form was to take good terms, not " + answer.inShort());
        return answer;
    }

    /** These terms are not taken. */
    public Answer refuses(ObjectNode terms, String what) {
        Answer answer = submit(terms);
        trial.that(
                answer.status() == 422 && "terms_invalid".equals(answer.code()),
                "Terms with " + what + " were to be 422 `terms_invalid`, not " + answer.inShort());
        return answer;
    }

    /** The seller sends these terms and approves them with their passkey; the call is carried out. */
    public Done approve(ObjectNode terms) {
        Answer submitted = admits(terms);
        Answer approved =
                asked.respond("approve", asked.seller().passkey().assertion(asked.challenge(submitted, "approve")));
        trial.blockedUnless(approved.status() == 200, "The terms were not approved: " + approved.inShort());
        JsonNode result = asked.result();
        trial.blockedUnless(result.path("status").asInt(0) / 100 == 2, "The approved call was refused: " + result);
        return new Done(submitted.at("terms_commitment").asString(""), result.path("body"));
    }

    /**
     * What was approved and carried out.
     *
     * @param commitment of the terms that the seller signed
     * @param body what the call was answered
     */
    public record Done(String commitment, JsonNode body) {}

    /** Good terms of {@code goods.small/1}. */
    public ObjectNode goods() {
        return Terms.goods(trial.world().clock().instant());
    }

    /** Good terms of {@code vehicles/1}. */
    public ObjectNode vehicle() {
        return Terms.vehicle(trial.world().clock().instant());
    }
}
