package dev.rctp.conformance.plan;

import org.jspecify.annotations.Nullable;

/**
 * A plan to begin with.
 *
 * @param baseUrl where the target is
 * @param port the first of the runner's three ports
 * @param clockUrl the target's clock; null where it has none
 * @param managementUrl its management API; null where it is out of reach
 * @param managementBearer its secret; null with no URL
 * @param clientSecret what the target shows to the authorization server
 * @param seed what keys are made from
 */
public record PlanTemplate(
        String baseUrl,
        int port,
        @Nullable String clockUrl,
        @Nullable String managementUrl,
        @Nullable String managementBearer,
        String clientSecret,
        String seed) {

    /** The text of {@code plan.yaml}, with a comment for each member. */
    public String text() {
        return """
            # What the conformance runner needs to know (docs/conformance.md). ${NAME} is an environment variable.
            target:
              base_url: %s
              # profile_url: %s/.well-known/ucp   # its own profile, if it is elsewhere
              # resource: %s                      # what its tokens are for, if that isn't base_url
            %s  # routes:                         # verbs whose method and path aren't the default ones
              #   listing.answer_buyer: POST /listings/{listing_id}/replies
              passkeys:
                rp_id: %s
                origin: %s
                embedding_origin: https://shop.example   # of a page that may embed the seller's page; leave it out if none may

            # The runner is all that the target talks to: authorization server on this port, marketplace on the next one, operators'
            # profiles and webhooks on the one after.
            runner:
              address: 127.0.0.1
              port: %d
              # public_url: http://localhost      # how the target reaches this machine; the ports are added
              # authorization_server_url:         # or each host's whole address, where something stands in front
              # marketplace_url:
              # operators_url:
              client_id: gateway
              client_secret: %s
              seed: %s   # what the agents' keys are made from; a second run with the same one has the same keys

            profiles: [core, terms, approvals, deals, record, webhooks, hardening]

            # The tests make listings, offers, deals and passkeys. They run where this says sandbox, and nowhere else.
            side_effects: sandbox

            limits:
              parallel: 8
              timeout_s: 10

            # What is known to fail, and why; one that passes is a failure.
            # expected_failures:
            #   RCTP-GRA-3.2: "ticket 123"

            # Another authorization server, to be judged by GRA-7.
            # authorization_server:
            #   issuer: https://login.shop.example
            #   consent_url: https://login.shop.example/test/consent   # consents in a seller's place
            #   sellers: [alice, bob]
            #   introspection: {client_id: tester, client_secret: "${INTROSPECTION_SECRET}"}   # tells whether access tokens are good
            """.formatted(
                        baseUrl,
                        baseUrl,
                        baseUrl,
                        clock() + management(),
                        java.net.URI.create(baseUrl).getHost(),
                        baseUrl,
                        port,
                        clientSecret,
                        seed);
    }

    private String clock() {
        return clockUrl == null ? """
              # clock_url: http://localhost:4002/test/clock   # POST {"advance_s": 900} moves its clock; without it the run is incomplete
            """ : "  clock_url: " + clockUrl + "\n";
    }

    private String management() {
        return managementUrl == null
                ? """
                  # management:                     # MGT-1 and LST-9
                  #   url: http://127.0.0.1:8444
                  #   bearer: ${RCTP_MANAGEMENT_BEARER}
                """
                : "  # its management API (MGT-1, LST-9); leave it out where it is out of reach\n"
                        + "  management:\n"
                        + "    url: "
                        + managementUrl + "\n    bearer: " + managementBearer + "\n";
    }
}
