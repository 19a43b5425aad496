package dev.rctp.conformance.s04decision;

import dev.rctp.conformance.hosts.HostedOperator;
import dev.rctp.conformance.run.Trial;
import dev.rctp.conformance.wire.Agent;
import tools.jackson.databind.node.ObjectNode;

/** Buyers that a seller's requirements tell apart (CPR-1). */
final class Buyers {

    private Buyers() {}

    /** The terms, for buyers of this country alone. */
    static ObjectNode from(String country, ObjectNode terms) {
        terms.putObject("counterparty_requirements").putArray("jurisdictions").add(country);
        return terms;
    }

    /** A buyer of that country. */
    static Agent of(String country, Trial t) {
        HostedOperator operator = t.needed(t.world().cast().spare(), "All spare operators are used.");
        operator.publish(profile -> {
            ObjectNode config = (ObjectNode) profile.at("/ucp/capabilities/dev.rctp.operator/0/config");
            config.put("jurisdiction", country);
            return profile;
        });
        return t.world().cast().agent(operator.name(), 1);
    }
}
