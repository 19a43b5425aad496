package dev.rctp.conformance.run;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.conformance.wire.Call;
import dev.rctp.conformance.world.Json;
import dev.rctp.conformance.world.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Whether target and runner reach each other, and what to look at where they don't. */
public final class Reach {

    private final World world;
    private final List<Step> steps = new ArrayList<>();

    /** Of this target. */
    public Reach(World world) {
        this.world = world;
    }

    /**
     * One thing that has to be so.
     *
     * @param holds whether it is
     * @param sentence what was seen, and where it isn't so what to look at
     */
    public record Step(boolean holds, String sentence) {}

    /** Only whether the target answers at all, whatever it says. */
    public Step answers() {
        try (Trial t = trial()) {
            return tried(() -> new Step(
                    true,
                    "The target answers: "
                            + t.page("GET", world.plan().target().profileUrl().toString(), null)
                                    .status() + "."));
        }
    }

    /** All of it, in order; what needs an earlier step is left out where that doesn't hold. */
    public List<Step> check() {
        steps.clear();
        try (Trial t = trial()) {
            if (add(profile(t)) && add(clock())) {
                add(metadata(t));
                calls(t);
            }
        }
        return List.copyOf(steps);
    }

    private Trial trial() {
        return new Trial(
                world,
                new Requirement(
                        "CHECK-1",
                        0,
                        Requirement.Level.MUST,
                        Requirement.Profile.CORE,
                        "It can be reached.",
                        Set.of(),
                        null));
    }

    private boolean add(Step step) {
        steps.add(step);
        return step.holds();
    }

    private Step tried(Supplier<Step> step) {
        try {
            return step.get();
        } catch (Judgement e) {
            return new Step(false, e.sentence());
        }
    }

    private Step profile(Trial t) {
        String url = world.plan().target().profileUrl().toString();
        return tried(() -> {
            Answer answer = t.page("GET", url, null);
            return answer.status() == 200
                            && answer.at("ucp/capabilities/dev.rctp.deal").isArray()
                    ? new Step(true, "The target's profile is at " + url + ".")
                    : new Step(
                            false,
                            "At " + url + " is no profile with dev.rctp.deal, but " + answer.inShort()
                                    + ". Look at target.base_url and target.profile_url.");
        });
    }

    private Step clock() {
        if (world.plan().target().clockUrl() == null) {
            return new Step(true, "There is no clock to move: tests that have to wait are skipped.");
        }
        try {
            world.clock().align();
            return new Step(
                    true,
                    "The target's clock can be read at " + world.plan().target().clockUrl() + ".");
        } catch (IOException e) {
            return new Step(
                    false, "The target's clock can't be read: " + e.getMessage() + ". Look at target.clock_url.");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Step(false, "The check was interrupted.");
        }
    }

    private Step metadata(Trial t) {
        String issuer = world.authorizationServer().issuer();
        return tried(() -> {
            Answer answer = t.page("GET", world.target().resourceMetadata(), null);
            JsonNode servers = answer.at("authorization_servers");
            boolean named = servers.valueStream().anyMatch(one -> issuer.equals(one.asString("")));
            return named
                    ? new Step(true, "The target names the runner's authorization server, " + issuer + ".")
                    : new Step(
                            false,
                            "The target names other authorization servers than " + issuer + ": " + servers
                                    + ". Its issuer has to be runner.authorization_server_url.");
        });
    }

    /** A call that goes through, and one that asks the authorization server. */
    private void calls(Trial t) {
        String listing = world.marketplace().newListingId();
        Call offer = t.scene().calls().offer(t.scene().buyer(), "offer.create", listing, Json.dealTerms(1000));
        Answer answer = tried(t, offer);
        int fetches = world.cast().operator(offer.agent().operator()).fetches();
        if (answer == null) {
            return;
        }
        boolean forwarded = !world.marketplace().requests(listing).isEmpty();
        add(new Step(
                fetches > 0 || forwarded,
                fetches > 0 || forwarded
                        ? "The target knows the operators' profiles at "
                                + world.operators().base() + "."
                        : "The target did not fetch a profile from "
                                + world.operators().base() + " and answered " + answer.inShort()
                                + ". Are the operators onboarded, and is http on loopback allowed?"));
        add(new Step(
                forwarded,
                forwarded
                        ? "The target forwards calls to the marketplace at "
                                + world.marketplace().base() + "."
                        : "A signed offer did not reach the marketplace at "
                                + world.marketplace().base() + "; the answer was " + answer.inShort() + "."));
        introspected(t, listing);
    }

    private void introspected(Trial t, String listing) {
        Grant grant = t.scene()
                .grant(t.scene().stranger(), t.scene().sellerAgent(), t.scene().everything());
        Call call = t.scene()
                .calls()
                .answerBuyer(t.scene().sellerAgent(), listing, "Yes.")
                .token(grant.token());
        Answer answer = tried(t, call);
        if (answer != null) {
            boolean asked = grant.introspections() > 0;
            add(new Step(
                    asked,
                    asked
                            ? "The target asks the authorization server about tokens."
                            : "The target did not introspect a seller's token at "
                                    + world.authorizationServer().introspectionUrl() + "; the answer was "
                                    + answer.inShort() + ". Look at its client_id and client_secret."));
        }
    }

    private @Nullable Answer tried(Trial t, Call call) {
        try {
            return t.send(call);
        } catch (Judgement e) {
            add(new Step(false, e.sentence()));
            return null;
        }
    }
}
