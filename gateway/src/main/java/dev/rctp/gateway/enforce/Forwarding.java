package dev.rctp.gateway.enforce;

import dev.rctp.msgsig.ContentDigest;
import dev.rctp.msgsig.HttpFields;
import dev.rctp.terms.negotiation.Offer;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What the decision adds to the request that the marketplace gets (PRX-1). */
final class Forwarding {

    private Forwarding() {}

    static UpstreamRequest of(AdmittedCall call, VerbCase.Plan plan) {
        UpstreamRequest composed = call.operation().upstream();
        HttpFields.Builder fields = composed.fields().toBuilder()
                .set("rctp-decision", "auto")
                .set("rctp-action", call.operation().action().name())
                .set("rctp-agent", call.caller().key())
                .set("rctp-operator", call.caller().group());
        if (call instanceof GrantedCall granted) {
            fields.set("rctp-seller", granted.grant().sub());
        } else if (call instanceof PartyCall party && party.grant() != null) {
            fields.set("rctp-seller", party.grant().sub());
        }
        fields.set("rctp-terms", plan.termsCommitment());
        plan.forwarded().forEach(fields::set);
        plan.body().ifPresent(body -> fields.set("content-digest", ContentDigest.of(body)));
        byte[] body = plan.body().orElse(composed.body());
        return new UpstreamRequest(composed.method(), composed.target(), fields.build(), body);
    }

    /** {@code RCTP-Terms}: the commitment, or {@code none} (LST-6). */
    static String terms(@Nullable String commitment) {
        return commitment == null ? "none" : commitment;
    }

    /** By which the marketplace knows the offer. */
    static Map<String, String> names(Offer offer) {
        return Map.of(
                "rctp-offer",
                offer.id(),
                "rctp-negotiation",
                offer.negotiation().id());
    }

    /** What the record says of the offer. */
    static ObjectNode recorded(Offer offer) {
        ObjectNode recorded = JsonNodeFactory.instance.objectNode();
        recorded.put("listing_id", offer.negotiation().listing().value());
        recorded.set("offer", offer.json());
        return recorded;
    }
}
