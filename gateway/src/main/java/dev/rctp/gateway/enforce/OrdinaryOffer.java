package dev.rctp.gateway.enforce;

import dev.rctp.attest.Subject;
import dev.rctp.gateway.enforce.Decision.Forbid;
import dev.rctp.terms.ListingId;
import dev.rctp.terms.StandingListing;
import dev.rctp.terms.negotiation.Beginning;
import dev.rctp.terms.negotiation.Step;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;

/** {@code offer.create} on a listing without approved terms: the marketplace's own affair, which nothing here holds (LST-6). */
record OrdinaryOffer(
        String verb, Optional<ListingId> id, @Nullable StandingListing known, Instant now)
        implements VerbCase.Forwarded {

    @Override
    public Optional<Forbid> subject() {
        return id.isPresent() ? Optional.empty() : Optional.of(Refusals.notInScope(verb));
    }

    @Override
    public Optional<Forbid> listing() {
        if (known == null) {
            return Optional.empty();
        }
        if (known.listing().isClosedAt(now)) {
            return Optional.of(Refusals.closed(verb));
        }
        return known.isHeldAt(now, null) ? Optional.of(Refusals.reserved(verb)) : Optional.empty();
    }

    @Override
    public Plan plan(String intent) {
        return new Plan(
                new Subject("listing", id.orElseThrow().value()),
                new Step.Passed(),
                Beginning.nothing(),
                Forwarding.terms(null),
                Map.of(),
                JsonNodeFactory.instance.objectNode());
    }
}
