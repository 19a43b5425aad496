package dev.rctp.gateway.enforce;

import dev.rctp.attest.deal.Party;
import dev.rctp.grant.Grant;
import dev.rctp.registries.Checkpoint.Role;
import dev.rctp.registries.Sha256;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A call of a party to a deal, known by its key, by what its operator may be, and, on the seller's side, by a grant (EVT-3).
 *
 * @param operation the call
 * @param caller whose call it is
 * @param configured what its operator may be to a deal
 * @param grant the grant that the call brought; null where it brought none
 * @param key what its Idempotency-Key belongs to
 * @param place where it stands on the deal that it names; null while the deal isn't known
 */
public record PartyCall(
        Operation operation,
        Caller caller,
        Set<Role> configured,
        @Nullable Grant grant,
        CallKey key,
        OpenDeal.@Nullable Place place)
        implements AdmittedCall {

    /** Keeps its own copy of the roles. */
    public PartyCall {
        configured = Set.copyOf(configured);
    }

    static PartyCall of(Operation operation, Caller caller, Set<Role> configured, @Nullable Grant grant, CallKey key) {
        return new PartyCall(operation, caller, configured, grant, key, null);
    }

    /** By what it is known to the deal. */
    Party party() {
        return new Party(caller.group(), caller.key());
    }

    /** What the caller is on this deal before anybody has a role there. */
    Set<Role> given(OpenDeal deal) {
        return deal.given(configured, grant == null ? null : grant.sub());
    }

    /** The same call where the deal is known. */
    PartyCall on(OpenDeal deal) {
        return new PartyCall(
                operation,
                caller,
                configured,
                grant,
                key,
                deal.place(party(), given(deal)).orElse(null));
    }

    /** What a repeat is compared by (IDM-1): the payload, and for whom it was sent, where that matters (B78). */
    @Override
    public String fingerprint() {
        if (grant == null) {
            return operation.payloadDigest();
        }
        String call = operation.payloadDigest() + "\n" + grant.sub();
        return Sha256.text(call.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String side() {
        return known().side();
    }

    @Override
    public String confidant() {
        return known().confidant();
    }

    private OpenDeal.Place known() {
        if (place == null) {
            throw new IllegalStateException("a caller that has no place on the deal");
        }
        return place;
    }
}
