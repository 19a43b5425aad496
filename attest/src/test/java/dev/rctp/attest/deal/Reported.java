package dev.rctp.attest.deal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.registries.Checkpoint.Relation;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Money;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A deal of which each event is reported by who may: ruled on as the gateway asks, and once more as the verifier does of the record. */
record Reported(Agreement agreement, List<PastEvent> past, DealHistory history) implements AllSequencesTest.Product {

    static final Party BUYER = new Party("https://buyer.example/profile", "buyer-key");

    private static final Party HOLDER = new Party("https://escrow.example/profile", "escrow-key");
    private static final Party CARRIER = new Party("https://post.example/profile", "post-key");
    private static final EventWindow WINDOW = EventWindow.standard();

    static AllSequencesTest.Product of(Agreement agreement) {
        return new Reported(agreement, List.of(), history(agreement, List.of()));
    }

    @Override
    public List<String> unmet(String kind, Instant at) {
        VerifiedEvent event = event(kind, at);
        Role role = role(kind);
        Ruling ruling = history.rule(event, role == Role.BUYER ? Set.of() : Set.of(role), at);
        assertThat(history.ruleRecorded(event, role, at)).isEqualTo(ruling);
        return switch (ruling) {
            case Ruling.Allowed(Role own, DealState state) -> {
                assertThat(own).isEqualTo(role);
                assertThat(state.code()).isEqualTo(after(kind, at).state(at));
                yield List.of();
            }
            case Ruling.Unmet missed -> missed.unmet();
            default -> throw new AssertionError(ruling);
        };
    }

    /** Read anew from all that was reported, as every call does. */
    @Override
    public AllSequencesTest.Product after(String kind, Instant at) {
        List<PastEvent> more = new ArrayList<>(past);
        more.add(PastEvent.of(past.size() + 2, at, role(kind), event(kind, at)));
        return new Reported(agreement, more, history(agreement, more));
    }

    @Override
    public String state(Instant at) {
        return history.money().state(at).code();
    }

    static String type(String kind) {
        return kind.split("/", 2)[0];
    }

    static @Nullable String reason(String kind) {
        return kind.contains("/") ? kind.split("/", 2)[1] : null;
    }

    private static DealHistory history(Agreement agreement, List<PastEvent> past) {
        return DealHistory.of(agreement, Events.REGISTRIES.checkpoints(), past);
    }

    private static Role role(String kind) {
        return switch (type(kind)) {
            case "funds_held", "released", "refund" -> Role.HOLDER;
            case "accepted", "rejected", "example.note" -> Role.BUYER;
            default -> Role.CARRIER;
        };
    }

    private VerifiedEvent event(String kind, Instant at) {
        Role role = role(kind);
        Party writer = role == Role.HOLDER ? HOLDER : role == Role.BUYER ? BUYER : CARRIER;
        String id = kind + past.size();
        EventClaims claims = new EventClaims(
                writer.profile(),
                agreement.dealId(),
                type(kind),
                at,
                at,
                id,
                null,
                role == Role.HOLDER ? new Money(1, "EUR") : null,
                reason(kind),
                role == Role.CARRIER ? Relation.FIRST_HAND : null,
                null,
                null,
                id,
                id);
        return new VerifiedEvent(claims, writer.jkt(), "", WINDOW);
    }
}
