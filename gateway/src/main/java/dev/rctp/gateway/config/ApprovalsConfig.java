package dev.rctp.gateway.config;

import java.net.URI;
import java.time.Duration;
import java.util.Set;

/**
 * How sellers are asked (protocol section 7).
 *
 * @param rpId the WebAuthn RP id: the domain that sellers' passkeys belong to (APR-3)
 * @param origins the origins of the pages that ask, exact
 * @param embeddingOrigins the origins of pages that may embed them (APR-5)
 * @param page the origin that approval URLs begin with
 * @param timeout how long a seller has to answer (APR-1)
 * @param mostWaiting how many calls of one agent may wait for one seller (APR-1)
 */
public record ApprovalsConfig(
        String rpId, Set<String> origins, Set<String> embeddingOrigins, URI page, Duration timeout, int mostWaiting) {

    /** Keeps its own copies. */
    public ApprovalsConfig {
        origins = Set.copyOf(origins);
        embeddingOrigins = Set.copyOf(embeddingOrigins);
    }
}
