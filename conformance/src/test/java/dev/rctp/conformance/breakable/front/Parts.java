package dev.rctp.conformance.breakable.front;

import dev.rctp.conformance.breakable.answer.Discovery;
import dev.rctp.conformance.breakable.caller.Authenticator;
import dev.rctp.conformance.breakable.domain.Domain;
import dev.rctp.conformance.breakable.grant.Grants;
import dev.rctp.conformance.breakable.grant.Tiers;
import dev.rctp.conformance.breakable.idempotency.Ledger;
import dev.rctp.conformance.breakable.upstream.Relay;
import dev.rctp.registries.Actions;

/**
 * What the agents' port hands requests to.
 *
 * @param authenticator says whose call it is
 * @param grants say whether the seller allows it
 * @param tiers say how
 * @param ledger knows repeats
 * @param domain decides what is left
 * @param discovery has the gateway's documents
 * @param relay passes ungoverned requests on
 * @param actions the registered ones
 */
public record Parts(
        Authenticator authenticator,
        Grants grants,
        Tiers tiers,
        Ledger ledger,
        Domain domain,
        Discovery discovery,
        Relay relay,
        Actions actions) {}
