package dev.rctp.conformance.s02calling;

import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.util.function.UnaryOperator;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** An onboarded operator of one test alone, whose profile the target has not seen yet (OPR-2). */
final class Spare {

    static final String NOT_FETCHED = "The target did not fetch a spare operator's profile:"
            + " it isn't onboarded, or known from a run less than 5 minutes ago.";

    private static final long PRICE = 50_000;

    private final Trial trial;
    private final HostedOperator operator;

    private Spare(Trial trial, HostedOperator operator) {
        this.trial = trial;
        this.operator = operator;
    }

    /** One that no other test has; a test without one is blocked. */
    static Spare of(Trial trial) {
        HostedOperator operator = trial.needed(trial.world().cast().spare(), "All spare operators are used.");
        trial.blockedUnless(operator.fetches() == 0, "The target fetched the spare operator's profile before.");
        return new Spare(trial, operator);
    }

    /** One that publishes this profile. */
    static Spare with(Trial trial, UnaryOperator<ObjectNode> change) {
        Spare spare = of(trial);
        spare.operator.publish(change);
        return spare;
    }

    /** A call signed by a key of this algorithm, which the operator's profile has beside its others. */
    static Call withKey(Trial trial, SignatureAlgorithm algorithm) {
        Spare spare = of(trial);
        ObjectNode key = spare.newKey("other", algorithm);
        spare.publishKey(publicPart(key));
        return spare.call(spare.agent(key));
    }

    /** The operator. */
    HostedOperator operator() {
        return operator;
    }

    /** Its n-th agent. */
    Agent agent(int n) {
        return trial.world().cast().agent(operator.name(), n);
    }

    /** An agent that signs with this key. */
    Agent agent(ObjectNode privateJwk) {
        return trial.world().cast().agent(operator, operator.name() + "/other", privateJwk);
    }

    /** A private JWK of the operator's that its profile doesn't have. */
    ObjectNode newKey(String label, SignatureAlgorithm algorithm) {
        return trial.world().cast().keys().privateJwk(operator.name() + "/" + label, algorithm);
    }

    /** Its profile gets one key more. */
    void publishKey(ObjectNode jwk) {
        operator.publish(profile -> {
            keys(profile).add(jwk);
            return profile;
        });
    }

    /** A write of this agent that asks for nothing but a known operator. */
    Call call(Agent agent) {
        return trial.scene().offer(agent, trial.scene().bareListing(), PRICE);
    }

    /** What a call of its first agent is answered. */
    Answer answer() {
        return trial.send(call(agent(1)));
    }

    /** Its first agent is not known, and for a profile that was fetched. */
    void unknown() {
        Answer answer = answer();
        trial.blockedUnless(operator.fetches() > 0, NOT_FETCHED);
        trial.refused(answer, 401, "operator_unknown");
    }

    /** Its first agent is known. */
    void known() {
        Positives.carriedOut(trial, answer());
    }

    /** The {@code keys} of a profile. */
    static ArrayNode keys(ObjectNode profile) {
        return (ArrayNode) profile.path("keys");
    }

    /** The {@code config} of a profile's {@code dev.rctp.operator}. */
    static ObjectNode config(ObjectNode profile) {
        return (ObjectNode) profile.at("/ucp/capabilities/dev.rctp.operator/0/config");
    }

    /** A JWK without its private member. */
    static ObjectNode publicPart(ObjectNode privateJwk) {
        ObjectNode jwk = privateJwk.deepCopy();
        jwk.remove("d");
        return jwk;
    }
}
