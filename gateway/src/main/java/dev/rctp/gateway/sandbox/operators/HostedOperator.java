package dev.rctp.gateway.sandbox.operators;

import java.util.List;

/**
 * TEST ONLY: one of the operators, as {@code sandbox.json} names it.
 *
 * @param name its name, which is also its folder on the host
 * @param roles what the gateway's configuration lets it do
 * @param profile the URL of its profile
 * @param legalEntity the company
 * @param agents its agents, those whose keys its profile has
 */
public record HostedOperator(
        String name, List<String> roles, String profile, String legalEntity, List<HostedAgent> agents) {

    /** Keeps its own copies of the lists. */
    public HostedOperator {
        roles = List.copyOf(roles);
        agents = List.copyOf(agents);
    }
}
