package dev.rctp.gateway.store;

import dev.rctp.attest.DealEntries;
import dev.rctp.attest.deal.PastEvent;
import dev.rctp.gateway.enforce.OpenDeal;
import dev.rctp.registries.Checkpoints;
import dev.rctp.registries.ReleaseConditions;
import dev.rctp.terms.negotiation.StandingDeal;
import dev.rctp.terms.negotiation.Standings;
import java.time.Instant;
import java.util.Optional;
import javax.sql.DataSource;

/** Deals with all that was reported of them, each in one round trip. */
public final class OpenDeals {

    private final Standings standings;
    private final ReleaseConditions conditions;
    private final Checkpoints checkpoints;

    /** Of what these registries know. */
    public OpenDeals(Standings standings, ReleaseConditions conditions, Checkpoints checkpoints) {
        this.standings = standings;
        this.conditions = conditions;
        this.checkpoints = checkpoints;
    }

    /** The deal of that id; empty where the marketplace has taken none. */
    Optional<OpenDeal> find(DataSource database, String dealId, Instant now) {
        return find(new RoundTrip(), database, dealId, now);
    }

    /** The same with the questions that this round trip has already. What was counted is read before what was reported, so that it is never too high. */
    Optional<OpenDeal> find(RoundTrip trip, DataSource database, String dealId, Instant now) {
        RoundTrip.Answer<StandingDeal> deal = trip.add(standings.deal(dealId, now));
        RoundTrip.Answer<PastEvent> past = trip.add(DealEntries.past(dealId));
        trip.make(database);
        return deal.row().map(found -> OpenDeal.of(found, past.rows(), conditions, checkpoints));
    }
}
