package dev.rctp.attest.deal;

import dev.rctp.registries.Checkpoint;
import dev.rctp.registries.Checkpoint.Role;
import java.util.List;

/** What is to be done with an event (EVT-3, EVT-4, EVT-5). */
public sealed interface Ruling {

    /**
     * It is recorded.
     *
     * @param role in what role its writer wrote it: the entry's {@code role}
     * @param state the deal's state with it
     */
    record Allowed(Role role, DealState state) implements Ruling {}

    /**
     * It was recorded before: 200 with that entry and no second one, whatever its {@code iat} (EVT-5).
     *
     * @param seq the number of the first one's entry
     */
    record Repeated(long seq) implements Ruling {}

    /**
     * Its {@code jti}, or its reporter's {@code source_event_id}, stands for another event: 409 {@code idempotency_conflict} (EVT-5).
     *
     * @param seq the number of that one's entry
     */
    record Conflict(long seq) implements Ruling {}

    /** Its {@code iat} is too old or too far ahead: 400 {@code request_invalid} (EVT-1). */
    record NotFresh() implements Ruling {}

    /**
     * Its writer may not write this here: 403 {@code not_in_scope} (EVT-3).
     *
     * @param writers whose such an event is, whatever {@code relation} it states
     */
    record NotInScope(List<Checkpoint.Writer> writers) implements Ruling {

        /** Keeps its own copy of the list. */
        public NotInScope {
            writers = List.copyOf(writers);
        }
    }

    /**
     * The money rules stand against it: 409 {@code release_condition_unmet} (EVT-4).
     *
     * @param unmet what is missing, by the names of docs/deals.md in its order: {@code detail.unmet}
     */
    record Unmet(List<String> unmet) implements Ruling {

        /** Keeps its own copy of the list. */
        public Unmet {
            unmet = List.copyOf(unmet);
        }
    }
}
