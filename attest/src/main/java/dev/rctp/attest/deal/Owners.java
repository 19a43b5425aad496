package dev.rctp.attest.deal;

import dev.rctp.registries.Checkpoint;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Checkpoints;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Who has which role on a deal (EVT-3): the buyer from its opening, holder, carrier and marketplace by writing first. Immutable. */
final class Owners {

    private static final Set<Role> CLAIMED = Set.of(Role.HOLDER, Role.CARRIER, Role.MARKETPLACE);

    private final Map<Role, Party> owners;

    private Owners(Map<Role, Party> owners) {
        this.owners = owners;
    }

    static Owners opened(Party buyer) {
        return new Owners(Map.of(Role.BUYER, buyer));
    }

    /** The roles that this party has here, or would have by writing first; {@code given} are those that configuration and grant give it. */
    Set<Role> roles(Party party, Set<Role> given) {
        Set<Role> roles = EnumSet.noneOf(Role.class);
        for (Role role : Role.values()) {
            if (owns(role, party, given) || unclaimed(role, given)) {
                roles.add(role);
            }
        }
        return roles;
    }

    /** Those that are this party's own. */
    Set<Role> owned(Party party, Set<Role> given) {
        Set<Role> owned = EnumSet.noneOf(Role.class);
        for (Role role : Role.values()) {
            if (owns(role, party, given)) {
                owned.add(role);
            }
        }
        return owned;
    }

    /** The role in which this party may write such an event: one that it has before one that it would take; empty for none. */
    Optional<Role> writing(EventClaims claims, Party party, Set<Role> given, Checkpoints checkpoints) {
        List<Role> fitting = writers(claims, checkpoints).stream()
                .filter(writer -> writer.relation() == claims.relation())
                .map(Checkpoint.Writer::role)
                .toList();
        return fitting.stream()
                .filter(role -> owns(role, party, given))
                .findFirst()
                .or(() ->
                        fitting.stream().filter(role -> unclaimed(role, given)).findFirst());
    }

    /** Whose an event of this type is, each with the relation that it has to state. */
    static List<Checkpoint.Writer> writers(EventClaims claims, Checkpoints checkpoints) {
        return checkpoints.find(claims.type()).map(Checkpoint::writers).orElseGet(checkpoints::informativeWriters);
    }

    /** With the event: its writer has its role from now on, and a key succession hands all that the old key has to the next one. */
    Owners after(PastEvent event) {
        Map<Role, Party> with = new EnumMap<>(owners);
        if (CLAIMED.contains(event.role())) {
            with.putIfAbsent(event.role(), event.writer());
        }
        String next = event.claims().nextJkt();
        if (next != null) {
            Party successor = new Party(event.writer().profile(), next);
            with.replaceAll((_, owner) -> owner.equals(event.writer()) ? successor : owner);
        }
        return new Owners(with);
    }

    private boolean owns(Role role, Party party, Set<Role> given) {
        @Nullable Party owner = owners.get(role);
        return switch (role) {
            case BUYER -> party.equals(owner);
            case SELLER -> given.contains(role);
            case HOLDER, CARRIER, MARKETPLACE -> given.contains(role) && party.equals(owner);
        };
    }

    private boolean unclaimed(Role role, Set<Role> given) {
        return CLAIMED.contains(role) && given.contains(role) && !owners.containsKey(role);
    }
}
