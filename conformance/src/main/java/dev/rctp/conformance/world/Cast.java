package dev.rctp.conformance.world;

import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.conformance.hosts.OperatorHosts;
import dev.rctp.conformance.hosts.OperatorKeys;
import dev.rctp.conformance.wire.Agent;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** The operators that the runner plays. All but {@code stranger-1} are to be onboarded by the target. */
public final class Cast {

    /** The operator that no target knows. */
    public static final String STRANGER = "stranger-1";

    private static final int AGENTS = 10;
    private static final int SPARE_AGENTS = 2;
    private static final int SPARES = 80;

    private final OperatorHosts hosts;
    private final OperatorKeys keys;
    private final AtomicInteger spares = new AtomicInteger();

    /** Takes its operators from the hosts. */
    public Cast(OperatorHosts hosts, OperatorKeys keys) {
        this.hosts = hosts;
        this.keys = keys;
    }

    /** Who they are. */
    public static List<HostedOperator.Identity> identities() {
        List<HostedOperator.Identity> all = new ArrayList<>();
        for (String name : List.of("seller-1", "seller-2", "buyer-1", "buyer-2", "buyer-3", STRANGER)) {
            all.add(identity(name, Set.of(name.startsWith("seller") ? "seller" : "buyer"), AGENTS));
        }
        all.add(identity("holder-1", Set.of("holder"), AGENTS));
        all.add(identity("holder-2", Set.of("holder"), AGENTS));
        all.add(identity("carrier-1", Set.of("carrier"), AGENTS));
        all.add(identity("carrier-2", Set.of("carrier"), AGENTS));
        all.add(identity("market-1", Set.of("marketplace"), AGENTS));
        all.add(identity("closing-1", Set.of("closing"), AGENTS));
        for (int n = 1; n <= SPARES; n++) {
            all.add(identity("spare-" + n, Set.of("seller", "buyer"), SPARE_AGENTS));
        }
        return List.copyOf(all);
    }

    /** Those that the target is to know. */
    public static List<HostedOperator.Identity> onboarded() {
        return identities().stream().filter(one -> !one.name().equals(STRANGER)).toList();
    }

    private static HostedOperator.Identity identity(String name, Set<String> roles, int agents) {
        return new HostedOperator.Identity(name, "Conformance " + name + " GmbH", "DE", roles, agents);
    }

    /** The operator of this name. */
    public HostedOperator operator(String name) {
        return hosts.operator(name);
    }

    /** The n-th agent of an operator, from 1; past the last one it begins anew. */
    public Agent agent(String operator, int n) {
        HostedOperator host = hosts.operator(operator);
        int number = 1 + Math.floorMod(n - 1, host.identity().agents());
        return agent(host, operator + "/" + number, host.privateJwk(number));
    }

    /** An agent of an operator with another key, which its profile need not have. */
    public Agent agent(HostedOperator operator, String agentId, ObjectNode privateJwk) {
        return new Agent(agentId, operator.name(), operator.url(), keys.key(privateJwk), privateJwk);
    }

    /** Makes keys. */
    public OperatorKeys keys() {
        return keys;
    }

    /** An onboarded operator that no test used yet, whose profile the target has not fetched in this run; null where none is left. */
    public @Nullable HostedOperator spare() {
        int number = spares.incrementAndGet();
        return number > SPARES ? null : hosts.operator("spare-" + number);
    }
}
