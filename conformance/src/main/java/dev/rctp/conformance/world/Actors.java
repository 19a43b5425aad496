package dev.rctp.conformance.world;

import dev.rctp.conformance.hosts.Grant;
import dev.rctp.conformance.hosts.SoftwarePasskey;
import dev.rctp.conformance.requirement.Requirement;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import dev.rctp.conformance.wire.Answer;
import dev.rctp.msgsig.profile.GatewayProfile;
import dev.rctp.registries.Action;
import dev.rctp.registries.Tier;
import java.io.IOException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Who takes part in one test: each has its own seller, and agents that it shares with others without harm. */
public abstract sealed class Actors permits Scene {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    final Trial t;
    final World world;
    private final int number;
    private final String sellers;
    private final String buyers;
    private @Nullable Seller seller;
    private @Nullable Grant grant;

    Actors(Trial t) {
        this.t = t;
        this.world = t.world();
        this.number = world.random().nextInt(1_000_000);
        // so that webhooks that are waited for don't stand behind those of all other tests
        boolean told = t.requirement().profile() == Requirement.Profile.WEBHOOKS;
        this.sellers = told ? "seller-2" : "seller-1";
        this.buyers = told ? "buyer-3" : "buyer-1";
    }

    /** The seller, with a passkey enrolled. */
    public Seller seller() {
        if (seller == null) {
            seller = t.preparing(this::newSeller);
        }
        return seller;
    }

    /** Another seller, with a passkey enrolled (APR-9). */
    public Seller newSeller() {
        Seller made = stranger();
        String ticket = world.authorizationServer().ticket(made.sub(), false);
        Answer options = patiently(() -> t.page("GET", "/enroll?ticket=" + ticket, null));
        String challenge = t.needed(options.textAt("challenge"), "No options to enrol: " + options.inShort());
        ObjectNode body = Json.object().put("ticket", ticket);
        body.set("credential", made.passkey().registration(challenge));
        Answer enrolled = patiently(() -> t.page("POST", "/enroll", body));
        t.blockedUnless(enrolled.status() == 201, "The passkey was not enrolled: " + enrolled.inShort());
        return made;
    }

    /** A seller whose passkey the target doesn't know. */
    public Seller stranger() {
        var plan = world.target().plan();
        return new Seller(
                "seller-" + world.fresh(12), SoftwarePasskey.create(plan.rpId(), plan.origin(), world.random()));
    }

    /** Calls again while the target's limits leave no room. */
    public final Answer patiently(Supplier<Answer> call) {
        Answer limited = call.get();
        if (limited.status() != 429) {
            return limited;
        }
        return t.needed(
                t.awaited(PATIENCE, () -> {
                    Answer again = call.get();
                    return again.status() == 429 ? null : again;
                }),
                "The target's limits left no room for a page: " + limited.inShort());
    }

    /** The seller's agent, which {@link #grant()} lets do everything, {@code auto} where that is allowed. */
    public Agent sellerAgent() {
        return world.cast().agent(sellers, number);
    }

    /** Another agent of the seller's operator. */
    public Agent otherSellerAgent() {
        return world.cast().agent(sellers, number + 1);
    }

    /** A buyer. */
    public Agent buyer() {
        return buyer(1);
    }

    /** The n-th of up to ten agents of one buyer operator. */
    public Agent buyer(int n) {
        return world.cast().agent(buyers, number + n);
    }

    /** A buyer of another operator. */
    public Agent otherBuyer() {
        return world.cast().agent("buyer-2", number);
    }

    /** A holder of funds. */
    public Agent holder() {
        return world.cast().agent("holder-1", number);
    }

    /** A carrier. */
    public Agent carrier() {
        return world.cast().agent("carrier-1", number);
    }

    /** The marketplace's own agent. */
    public Agent marketplaceAgent() {
        return world.cast().agent("market-1", number);
    }

    /** An agent of an operator that may only finish its deals (OPR-6). */
    public Agent closing() {
        return world.cast().agent("closing-1", number);
    }

    /** The seller's grant to their agent. */
    public Grant grant() {
        if (grant == null) {
            grant = grant(seller(), sellerAgent(), everything());
        }
        return grant;
    }

    /** Another grant of the seller's. */
    public Grant grant(Agent agent, Map<String, String> tiers) {
        return grant(seller(), agent, tiers);
    }

    /** A grant; tiers by scope, with or without {@code dev.rctp.…:} before it. */
    public Grant grant(Seller by, Agent agent, Map<String, String> tiers) {
        Map<String, String> whole = new HashMap<>();
        tiers.forEach((scope, tier) -> whole.put(scope(scope), tier));
        return world.authorizationServer().grant(by.sub(), agent.agentId(), agent.jkt(), whole);
    }

    /** Every scope: {@code auto} where that is allowed, else {@code ask}. */
    public Map<String, String> everything() {
        Map<String, String> tiers = new HashMap<>();
        for (Action action : world.registries().actions().all()) {
            if (action.scope() != null) {
                tiers.put(action.scope(), action.allowedTiers().contains(Tier.AUTO) ? "auto" : "ask");
            }
        }
        return tiers;
    }

    /** Every scope, but this one with this tier. */
    public Map<String, String> everythingBut(String scope, String tier) {
        Map<String, String> tiers = everything();
        tiers.put(scope(scope), tier);
        return tiers;
    }

    private String scope(String name) {
        return world.registries().actions().all().stream()
                .map(Action::scope)
                .filter(scope -> scope != null && (scope.equals(name) || scope.endsWith(":" + name)))
                .findFirst()
                .orElse(name);
    }

    /** The gateway's published keys (DIS-1). */
    public GatewayProfile gatewayProfile() {
        Answer profile = t.page("GET", world.target().plan().profileUrl().toString(), null);
        GatewayProfile keys = null;
        String fault = "";
        try {
            keys = GatewayProfile.of(profile.body());
        } catch (IOException e) {
            fault = String.valueOf(e.getMessage());
        }
        return t.needed(keys, "The gateway's profile can't be used: " + fault);
    }
}
