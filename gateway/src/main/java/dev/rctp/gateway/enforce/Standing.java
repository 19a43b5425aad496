package dev.rctp.gateway.enforce;

import java.util.Set;

/** Which operators may trade now (OPR-1, OPR-6). */
public interface Standing {

    /** Whether the operator of this profile is onboarded, and not only to finish its deals. */
    boolean mayTrade(String profile);

    /** The profiles of all that may, as their agents' calls are known by. */
    Set<String> traders();
}
