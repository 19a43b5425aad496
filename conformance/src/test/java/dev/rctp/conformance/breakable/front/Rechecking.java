package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.call.Admitted;
import dev.rctp.conformance.breakable.call.GrantView;
import dev.rctp.conformance.breakable.call.Outcome;
import dev.rctp.conformance.breakable.call.Rechecks;
import dev.rctp.conformance.breakable.call.Refusal;
import dev.rctp.conformance.breakable.caller.Operators;
import dev.rctp.conformance.breakable.grant.Grants;
import dev.rctp.conformance.breakable.grant.Tiers;
import dev.rctp.registries.Action;
import dev.rctp.registries.Actions;
import dev.rctp.registries.Reason;
import dev.rctp.registries.Tier;
import java.util.Optional;

/**
 * Asks operator and authorization server again about a held call (APR-6).
 *
 * @param operators with their profiles
 * @param grants by the authorization server
 * @param tiers of verbs
 * @param actions the registered ones
 */
public record Rechecking(Operators operators, Grants grants, Tiers tiers, Actions actions) implements Rechecks {

    @Override
    public Optional<Outcome.Refused> operator(Admitted held) {
        try {
            Optional<String> field = Optional.of("profile=\"" + held.caller().profile() + "\"");
            operators.signer(field, held.caller().jkt());
            return Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal.refused());
        }
    }

    @Override
    public Optional<Outcome.Refused> grant(Admitted held) {
        try {
            Optional<Action> action = Optional.ofNullable(held.verb().action()).flatMap(actions::find);
            GrantView now =
                    grants.recheck(held.seller(), action.map(Action::scope).orElse(null));
            if (!now.sub().equals(held.seller().sub())) {
                return Optional.of(Outcome.Refused.of(Reason.GRANT_INVALID, "The grant is another seller's now."));
            }
            boolean forbids = action.isPresent() && tiers.of(action.get(), now) == Tier.FORBID;
            return forbids
                    ? Optional.of(Outcome.Refused.of(Reason.ACTION_FORBIDDEN, "The grant forbids this now."))
                    : Optional.empty();
        } catch (Refusal refusal) {
            return Optional.of(refusal.refused());
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            return Optional.of(Outcome.Refused.of(Reason.ENFORCEMENT_UNAVAILABLE, "The gateway is stopping."));
        }
    }
}
