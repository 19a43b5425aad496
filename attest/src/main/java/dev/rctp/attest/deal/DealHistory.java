package dev.rctp.attest.deal;

import dev.rctp.registries.Checkpoint;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Checkpoints;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A deal's terms and all that was reported of it, and the ruling on what is reported next (EVT-3 to EVT-6). Immutable: a ruling is good only for
 * this history, so whoever records an allowed event makes sure that no other was recorded in between.
 */
public final class DealHistory {

    private final Checkpoints checkpoints;
    private final List<PastEvent> past;
    private final Owners owners;
    private final DealMoney money;

    private DealHistory(Checkpoints checkpoints, List<PastEvent> past, Owners owners, DealMoney money) {
        this.checkpoints = checkpoints;
        this.past = past;
        this.owners = owners;
        this.money = money;
    }

    /** That of a deal of which nothing was reported. */
    public static DealHistory opened(Agreement agreement, Checkpoints checkpoints) {
        return new DealHistory(checkpoints, List.of(), Owners.opened(agreement.buyer()), DealMoney.opened(agreement));
    }

    /** That of a deal with these events, in the order of their entries. */
    public static DealHistory of(Agreement agreement, Checkpoints checkpoints, List<PastEvent> past) {
        Owners owners = Owners.opened(agreement.buyer());
        DealMoney money = DealMoney.opened(agreement);
        for (PastEvent event : past) {
            owners = owners.after(event);
            money = money.recording(event.claims().type(), event.claims().reason(), event.at());
        }
        return new DealHistory(checkpoints, List.copyOf(past), owners, money);
    }

    /** With one event more, which was allowed and recorded. */
    public DealHistory with(PastEvent event) {
        List<PastEvent> more = new ArrayList<>(past);
        more.add(event);
        EventClaims claims = event.claims();
        return new DealHistory(
                checkpoints,
                List.copyOf(more),
                owners.after(event),
                money.recording(claims.type(), claims.reason(), event.at()));
    }

    /**
     * The ruling on an event that arrives now: repeated or not, then fresh, then in scope, then by the money rules.
     *
     * @param given the roles that the caller's operator has by configuration, and {@code SELLER} if its grant is that of the deal's seller
     */
    public Ruling rule(VerifiedEvent event, Set<Role> given, Instant now) {
        Optional<Role> role = owners.writing(event.claims(), event.writer(), given, checkpoints);
        @Nullable PastEvent first = first(event.claims());
        if (first != null && (role.isPresent() || first.writer().equals(event.writer()))) {
            return isSame(first.claims(), event.claims())
                    ? new Ruling.Repeated(first.seq())
                    : new Ruling.Conflict(first.seq());
        }
        if (!event.isFresh(now)) {
            return new Ruling.NotFresh();
        }
        return role.map(own -> byMoneyRules(event.claims(), own, now)).orElseGet(() -> notInScope(event.claims()));
    }

    /** The ruling on an event that was recorded at this time, whose {@code iat} was judged then. No chain has an event of one identity twice: that is repeated. */
    public Ruling ruleRecorded(VerifiedEvent event, Role role, Instant at) {
        PastEvent first = first(event.claims());
        if (first != null) {
            return new Ruling.Repeated(first.seq());
        }
        return owners.writing(event.claims(), event.writer(), Set.of(role), checkpoints)
                .filter(role::equals)
                .map(own -> byMoneyRules(event.claims(), own, at))
                .orElseGet(() -> notInScope(event.claims()));
    }

    private Ruling notInScope(EventClaims claims) {
        return new Ruling.NotInScope(Owners.writers(claims, checkpoints));
    }

    /** The roles that a caller has on this deal, or would have by writing first; without any it is no party (REC-4). */
    public Set<Role> roles(Party caller, Set<Role> given) {
        return owners.roles(caller, given);
    }

    /** Those of them that are the caller's already: no other party of its role can come to have them (REC-6). */
    public Set<Role> owned(Party caller, Set<Role> given) {
        return owners.owned(caller, given);
    }

    /** Whether this party has written any event, be its key the deal's still or not (EVT-5). */
    public boolean hasWritten(Party party) {
        return past.stream().anyMatch(event -> event.writer().equals(party));
    }

    /** How many events without meaning for the money this role has written: reverse-domain names, and key successions. */
    public long informative(Role role) {
        return past.stream()
                .filter(event -> event.role() == role && isInformative(event.claims()))
                .count();
    }

    /** Whether an event means nothing for the money, and may come at any time and any number of times. */
    public boolean isInformative(EventClaims claims) {
        return checkpoints
                .find(claims.type())
                .map(Checkpoint::kind)
                .filter(kind -> kind != Checkpoint.Kind.EXTENSION)
                .isEmpty();
    }

    /** Where the deal's money stands. */
    public DealMoney money() {
        return money;
    }

    private Ruling byMoneyRules(EventClaims claims, Role role, Instant now) {
        List<String> unmet = money.unmet(claims.type(), claims.reason(), now);
        return unmet.isEmpty()
                ? new Ruling.Allowed(
                        role, money.after(claims.type(), claims.reason(), now).state(now))
                : new Ruling.Unmet(unmet);
    }

    /** The event that has this one's {@code jti}; else that to which the same reporter gave the same {@code source_event_id}. */
    private @Nullable PastEvent first(EventClaims claims) {
        return past.stream()
                .filter(before -> before.claims().id().equals(claims.id()))
                .findFirst()
                .or(() -> past.stream()
                        .filter(before -> before.claims().hasSourceOf(claims))
                        .findFirst())
                .orElse(null);
    }

    private static boolean isSame(EventClaims first, EventClaims again) {
        return first.id().equals(again.id())
                ? first.content().equals(again.content())
                : first.sourceContent().equals(again.sourceContent());
    }
}
