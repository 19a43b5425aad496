package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.registries.Reason;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ObjectNode;

/** Who writes which event (EVT-2, EVT-3). */
final class EventWriters {

    private final Set<Fault> faults;

    EventWriters(Set<Fault> faults) {
        this.faults = faults;
    }

    /** The role in which the caller writes the event; refuses what is another party's. */
    String role(Case judged, Deal deal, ObjectNode event, Set<String> mine) {
        List<String> allowed = allowed(event, mine);
        if (allowed.isEmpty()) {
            if (faults.contains(Fault.ANY_PARTY_WRITES)) {
                return mine.iterator().next();
            }
            throw judged.refuse(Reason.NOT_IN_SCOPE, "Such events are another party's to write.");
        }
        return allowed.stream()
                .filter(role -> role.equals("seller") || deal.roles.containsKey(role))
                .findFirst()
                .orElse(allowed.getFirst());
    }

    /** Of the caller's roles those that write events of this type and relation. */
    List<String> allowed(ObjectNode event, Set<String> mine) {
        String relation = Json.text(event, "relation");
        return mine.stream()
                .filter(role -> switch (Json.text(event, "type")) {
                    case "funds_held", "released", "refund" -> role.equals("holder");
                    case "accepted", "rejected" -> role.equals("buyer");
                    case "shipped", "delivered", "returned_to_sender", "return" -> carries(role, relation);
                    default -> true;
                })
                .toList();
    }

    private boolean carries(String role, String relation) {
        if (role.equals("marketplace") && faults.contains(Fault.MARKETPLACE_SPEAKS_FIRST_HAND)) {
            return true;
        }
        return (role.equals("carrier") && relation.equals("first_hand"))
                || (role.equals("marketplace") && relation.equals("relayed"));
    }
}
