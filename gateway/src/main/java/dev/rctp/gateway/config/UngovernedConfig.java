package dev.rctp.gateway.config;

import java.util.List;

/**
 * What passes without a decision besides reads (PRX-4).
 *
 * @param writes the calls that pass
 * @param forwardAuthorization whether {@code Authorization} goes along
 */
public record UngovernedConfig(List<Route> writes, boolean forwardAuthorization) {

    /** Keeps its own copy of the writes. */
    public UngovernedConfig {
        writes = List.copyOf(writes);
    }
}
