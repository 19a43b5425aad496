package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.terms.Terms;
import dev.rctp.conformance.breakable.upstream.Forward;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** What the marketplace gets of a call about a listing (LST-3, PRX-1). */
final class ListingForwards {

    private final Parts parts;

    ListingForwards(Parts parts) {
        this.parts = parts;
    }

    /** With its original body (PRX-1). */
    Forward asItCame(Case judged, Listing listing) {
        return Forward.of(judged.call, parts.ids().fresh("int_")).with("RCTP-Terms", listing.commitment());
    }

    /** The body without what the agent proposed, and with what the seller approved (LST-3). */
    Forward withTerms(Case judged, ObjectNode body, @Nullable Terms terms) {
        ObjectNode sent = body.deepCopy();
        if (!parts.broken(Fault.PROPOSED_TERMS_FORWARDED)) {
            sent.remove("proposed_terms");
        }
        if (terms != null) {
            sent.set("public_terms", terms.shown());
            sent.put("terms_commitment", terms.commitment());
            if (parts.broken(Fault.FLOOR_FORWARDED)) {
                sent.set("floor", terms.all().path("floor"));
            }
        }
        return Forward.of(judged.call, parts.ids().fresh("int_"))
                .body(sent.toString().getBytes(StandardCharsets.UTF_8))
                .with("RCTP-Terms", terms == null ? "none" : terms.commitment());
    }
}
