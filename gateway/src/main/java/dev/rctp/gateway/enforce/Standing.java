package dev.rctp.gateway.enforce;

import dev.rctp.registries.Checkpoint.Role;
import java.util.Set;

/** Which operators may trade now (OPR-1, OPR-6). */
public interface Standing {

    /** The verbs that remain to an operator which is onboarded and may trade no more. */
    Set<String> FINISHES_DEALS = Set.of("deal.commit_to_ship", "deal.event");

    /** Whether the operator of this profile is onboarded, and not only to finish its deals. */
    boolean mayTrade(String profile);

    /** What the marketplace calls the operator of this profile (APR-5); the profile itself where it has no name for it. */
    String name(String profile);

    /** What configuration lets the operator of this profile be to a deal, besides its buyer and seller (EVT-3). */
    Set<Role> roles(String profile);

    /** The profiles of all that may, as their agents' calls are known by. */
    Set<String> traders();
}
