package dev.rctp.gateway.sandbox.operators;

import java.util.List;

/** TEST ONLY: the six operators there are. */
enum Cast {
    SELLER_OPS("seller-ops", "seller", "Seller Ops GmbH", "DE", 2),
    BUYER_OPS_A("buyer-ops-a", "buyer", "Buyer Ops A B.V.", "NL", 2),
    BUYER_OPS_B("buyer-ops-b", "buyer", "Buyer Ops B SARL", "FR", 2),
    ESCROW("escrow", "holder", "Example Escrow S.A.", "LU", 1),
    CARRIER("carrier", "carrier", "Example Carrier AB", "SE", 1),
    MARKETPLACE("marketplace", "marketplace", "Example Marketplace Ltd", "IE", 1);

    private final String operator;
    private final String role;
    private final String legalEntity;
    private final String jurisdiction;
    private final int agents;

    Cast(String operator, String role, String legalEntity, String jurisdiction, int agents) {
        this.operator = operator;
        this.role = role;
        this.legalEntity = legalEntity;
        this.jurisdiction = jurisdiction;
        this.agents = agents;
    }

    /** The name on the host. */
    String operator() {
        return operator;
    }

    /** The role the gateway's configuration gives it, alone in the list. */
    List<String> roles() {
        return List.of(role);
    }

    /** The company. */
    String legalEntity() {
        return legalEntity;
    }

    /** Where it is, ISO 3166. */
    String jurisdiction() {
        return jurisdiction;
    }

    /** How many agents it starts with. */
    int agents() {
        return agents;
    }
}
