package dev.rctp.conformance.plan;

import dev.rctp.conformance.requirement.Requirement;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a tester says about the target.
 *
 * @param target where it is
 * @param runner where the runner hosts what the target talks to
 * @param profiles which tests are run
 * @param sideEffects whether the target is one that tests may write to
 * @param parallel how many tests run at once
 * @param timeout how long the target may take for an answer
 * @param expectedFailures by requirement, such as {@code RCTP-GRA-3.2}, why it is known to fail
 * @param otherServer an authorization server to judge by GRA-7; null for none
 */
public record Plan(
        Target target,
        RunnerSite runner,
        Set<Requirement.Profile> profiles,
        boolean sideEffects,
        int parallel,
        Duration timeout,
        Map<String, String> expectedFailures,
        @Nullable OtherServer otherServer) {

    /** Keeps its own copies. */
    public Plan {
        profiles = Set.copyOf(profiles);
        expectedFailures = Map.copyOf(expectedFailures);
    }

    /**
     * The gateway to test.
     *
     * @param baseUrl where agents call it, without a path
     * @param profileUrl its own profile (DIS-1)
     * @param resource what tokens are for (DIS-2)
     * @param clockUrl {@code POST {"advance_s"}} moves its clock, {@code GET} tells its {@code now}; null where it has none
     * @param management its management API (MGT-1); null where it can't be reached
     * @param routes verb to method and path, where they aren't the default ones
     * @param rpId the domain that sellers' passkeys belong to (APR-3)
     * @param origin of the page that asks
     * @param embeddingOrigin of a page that may embed it (APR-5); null for none
     */
    public record Target(
            URI baseUrl,
            URI profileUrl,
            String resource,
            @Nullable URI clockUrl,
            @Nullable Management management,
            Map<String, String> routes,
            String rpId,
            String origin,
            @Nullable String embeddingOrigin) {

        /** Keeps its own copy of the routes. */
        public Target {
            routes = Map.copyOf(routes);
        }
    }

    /**
     * The target's management API (MGT-1).
     *
     * @param bearer its secret
     */
    public record Management(URI url, String bearer) {

        @Override
        public String toString() {
            return "Management[" + url + "]";
        }
    }

    /**
     * Where the runner listens and how the target reaches it.
     *
     * @param address what it binds to
     * @param port of its authorization server; the marketplace has the next one, operators and webhooks the one after
     * @param authorizationServer the issuer as the target sees it
     * @param marketplace the marketplace as the target sees it
     * @param operators the operators' host as the target sees it
     * @param clientId the target's name at the authorization server
     * @param clientSecret its secret there
     * @param seed what the agents' keys are made from, so that a second run has the same ones
     */
    public record RunnerSite(
            String address,
            int port,
            URI authorizationServer,
            URI marketplace,
            URI operators,
            String clientId,
            String clientSecret,
            String seed) {

        @Override
        public String toString() {
            return "RunnerSite[" + address + ":" + port + "]";
        }
    }

    /**
     * An authorization server that is judged by GRA-7.
     *
     * @param issuer its issuer
     * @param consent how the seller's consent is given without a person: {@code POST} with the authorization URL gives where it redirects to
     * @param sellers two sellers' names there
     * @param introspection whom its introspection endpoint answers; null where the tester isn't one
     */
    public record OtherServer(
            URI issuer,
            @Nullable URI consent,
            java.util.List<String> sellers,
            @Nullable Client introspection) {

        /** Keeps its own copy of the names. */
        public OtherServer {
            sellers = java.util.List.copyOf(sellers);
        }
    }

    /**
     * A client of an authorization server.
     *
     * @param id its name there
     * @param secret its secret there
     */
    public record Client(String id, String secret) {

        @Override
        public String toString() {
            return "Client[" + id + "]";
        }
    }
}
