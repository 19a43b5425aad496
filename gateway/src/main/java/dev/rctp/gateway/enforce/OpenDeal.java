package dev.rctp.gateway.enforce;

import dev.rctp.attest.Subject;
import dev.rctp.attest.deal.Agreement;
import dev.rctp.attest.deal.DealHistory;
import dev.rctp.attest.deal.DealMoney;
import dev.rctp.attest.deal.Party;
import dev.rctp.attest.deal.PastEvent;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Checkpoints;
import dev.rctp.registries.ReleaseConditions;
import dev.rctp.terms.negotiation.Deal;
import dev.rctp.terms.negotiation.Offer;
import dev.rctp.terms.negotiation.StandingDeal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A deal that the marketplace has taken, with all that was reported of it.
 *
 * @param deal the deal
 * @param agreement what its money hangs on
 * @param history what was reported
 */
public record OpenDeal(StandingDeal deal, Agreement agreement, DealHistory history) {

    /** Joins what the tables and the chain have of it. */
    public static OpenDeal of(
            StandingDeal deal, List<PastEvent> past, ReleaseConditions conditions, Checkpoints checkpoints) {
        Offer.Negotiation between = deal.offer().negotiation();
        Agreement agreement = new Agreement(
                deal.id(),
                new Party(between.operator(), between.buyer()),
                deal.offer().dealTerms().price(),
                conditions
                        .find(deal.rules().releaseCondition())
                        .orElseThrow(() ->
                                new IllegalStateException("a deal has a release condition that is not registered")),
                deal.rules().deliverWithinDays(),
                deal.rules().lapsesAt());
        return new OpenDeal(deal, agreement, DealHistory.of(agreement, checkpoints, past));
    }

    /**
     * Where a party stands.
     *
     * @param side the role that its refusals are told under (REC-6)
     * @param confidant to whom they are confided: the role, or the key alone while another could still come to have the role
     */
    record Place(String side, String confidant) {}

    Subject chain() {
        return new Subject("deal", deal.id());
    }

    boolean isSellers(String sub) {
        return deal.offer().negotiation().seller().equals(sub);
    }

    /** What a caller is before anybody has a role here: what configuration makes its operator, and the seller's side by that seller's grant. */
    Set<Role> given(Set<Role> configured, @Nullable String sub) {
        Set<Role> given = EnumSet.noneOf(Role.class);
        given.addAll(configured);
        if (sub != null && isSellers(sub)) {
            given.add(Role.SELLER);
        }
        return given;
    }

    /** Where the party stands, by the first role it has, else by the first it could have; empty for who is no party (REC-4). */
    Optional<Place> place(Party party, Set<Role> given) {
        Optional<Role> own = history.owned(party, given).stream().findFirst();
        return own.map(role -> new Place(name(role), name(role)))
                .or(() -> history.roles(party, given).stream()
                        .findFirst()
                        .map(role -> new Place(name(role), party.jkt())));
    }

    /** Whose openings go with this party's reads: those of its roles, and of its key. */
    List<String> confidants(Party party, Set<Role> given) {
        List<String> all = new ArrayList<>(
                history.owned(party, given).stream().map(OpenDeal::name).toList());
        all.add(party.jkt());
        return all;
    }

    /** The deal as its parties see it at this time. */
    Deal at(Instant now) {
        DealMoney.Next next = history.money().next(now);
        return new Deal(deal.id(), deal.offer(), history.money().state(now).code(), next.release(), next.refund());
    }

    static String name(Role role) {
        return role.name().toLowerCase(Locale.ROOT);
    }
}
