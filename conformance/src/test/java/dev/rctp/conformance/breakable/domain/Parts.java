package dev.rctp.conformance.breakable.domain;

import dev.rctp.conformance.breakable.BreakableConfig;
import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.GatewayClock;
import dev.rctp.conformance.breakable.call.Rechecks;
import dev.rctp.conformance.breakable.caller.Profiles;
import dev.rctp.conformance.breakable.domain.log.HeadLog;
import dev.rctp.conformance.breakable.domain.offer.Budgets;
import dev.rctp.conformance.breakable.domain.record.Ledger;
import dev.rctp.conformance.breakable.domain.webhook.Webhooks;
import dev.rctp.conformance.breakable.jose.Ids;
import dev.rctp.conformance.breakable.upstream.Upstream;
import dev.rctp.registries.Registries;
import java.time.Instant;
import java.util.Set;

/** What every part of the domain works with. */
record Parts(
        BreakableConfig config,
        GatewayClock clock,
        Ids ids,
        Upstream upstream,
        Profiles profiles,
        Rechecks rechecks,
        Registries registries,
        Set<Fault> faults,
        State state,
        Ledger ledger,
        Budgets budgets,
        HeadLog log,
        Webhooks webhooks) {

    Parts {
        faults = Set.copyOf(faults);
    }

    boolean broken(Fault fault) {
        return faults.contains(fault);
    }

    Instant now() {
        return clock.instant();
    }
}
