package dev.rctp.gateway.enforce;

import dev.rctp.terms.PublicListing;

/** What the decision adds to the request that the marketplace gets (PRX-1). */
final class Forwarding {

    private Forwarding() {}

    static UpstreamRequest of(GrantedCall call, PublicListing listing) {
        String commitment = listing.termsCommitment();
        return call.operation()
                .upstream()
                .with("rctp-decision", "auto")
                .with("rctp-action", call.operation().action().name())
                .with("rctp-agent", call.caller().key())
                .with("rctp-operator", call.caller().group())
                .with("rctp-seller", call.grant().sub())
                .with("rctp-terms", commitment == null ? "none" : commitment);
    }
}
