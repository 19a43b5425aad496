package dev.rctp.gateway.sandbox.operators;

import dev.rctp.gateway.sandbox.loopback.Journal;
import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: all operators' agents and their keys, the same after each restart. */
final class Agents {

    private final Journal journal;
    private final Cryptography cryptography;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, List<HostedAgent>> byOperator = new LinkedHashMap<>();

    /** The agents that the journal holds; the whole cast with fresh keys where it holds none. */
    Agents(Journal journal, Cryptography cryptography) throws IOException {
        this.journal = journal;
        this.cryptography = cryptography;
        journal.replay(this::remember);
        for (Cast operator : Cast.values()) {
            if (!byOperator.containsKey(operator.operator())) {
                for (int i = 1; i <= operator.agents(); i++) {
                    add(operator.operator(), operator.operator() + "-agent-" + i);
                }
            }
        }
    }

    /** An operator's agents, oldest first. */
    List<HostedAgent> of(String operator) {
        lock.lock();
        try {
            return List.copyOf(byOperator.getOrDefault(operator, List.of()));
        } finally {
            lock.unlock();
        }
    }

    /** Gives the operator one more agent with a fresh key. */
    HostedAgent add(String operator, String agentId) {
        HostedAgent agent = new HostedAgent(agentId, TestKey.generate(cryptography));
        ObjectNode entry =
                JsonNodeFactory.instance.objectNode().put("operator", operator).put("agent_id", agentId);
        entry.set("key", agent.key().privateJwk());
        apply(entry);
        return agent;
    }

    /** Takes the key out of the operator's profile; false where it is not in it. */
    boolean remove(String operator, String kid) {
        if (of(operator).stream().noneMatch(agent -> agent.key().thumbprint().equals(kid))) {
            return false;
        }
        apply(JsonNodeFactory.instance.objectNode().put("operator", operator).put("removed", kid));
        return true;
    }

    private void apply(ObjectNode entry) {
        lock.lock();
        try {
            journal.append(entry);
            remember(entry);
        } finally {
            lock.unlock();
        }
    }

    private void remember(ObjectNode entry) {
        List<HostedAgent> agents =
                byOperator.computeIfAbsent(entry.get("operator").stringValue(), o -> new ArrayList<>());
        if (entry.has("removed")) {
            agents.removeIf(
                    a -> a.key().thumbprint().equals(entry.get("removed").stringValue()));
        } else {
            agents.add(new HostedAgent(
                    entry.get("agent_id").stringValue(), TestKey.of((ObjectNode) entry.get("key"), cryptography)));
        }
    }
}
