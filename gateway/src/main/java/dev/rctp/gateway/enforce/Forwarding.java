package dev.rctp.gateway.enforce;

import dev.rctp.msgsig.HttpFields;
import dev.rctp.terms.PublicListing;

/** What the decision adds to the request that the marketplace gets (PRX-1). */
final class Forwarding {

    private Forwarding() {}

    static UpstreamRequest of(GrantedCall call, PublicListing listing) {
        String commitment = listing.termsCommitment();
        UpstreamRequest composed = call.operation().upstream();
        HttpFields fields = composed.fields().toBuilder()
                .set("rctp-decision", "auto")
                .set("rctp-action", call.operation().action().name())
                .set("rctp-agent", call.caller().key())
                .set("rctp-operator", call.caller().group())
                .set("rctp-seller", call.grant().sub())
                .set("rctp-terms", commitment == null ? "none" : commitment)
                .build();
        return new UpstreamRequest(composed.method(), composed.target(), fields, composed.body());
    }
}
