package dev.rctp.msgsig;

import dev.rctp.msgsig.Authentication.Unauthenticated;
import dev.rctp.msgsig.profile.ProfileDirectory;
import dev.rctp.registries.Reason;

/** Whether an agent whose signature was verified earlier is still its operator's, and the operator onboarded (OPR-6, APR-6). */
public final class StandingAgents {

    private final ProfileDirectory profiles;

    /** Asks this directory. */
    public StandingAgents(ProfileDirectory profiles) {
        this.profiles = profiles;
    }

    /**
     * The agent as it stands now, or why there is none.
     *
     * @param profile its operator's profile URL
     * @param jkt the thumbprint of the key by which a call of its was verified
     */
    public Authentication find(String profile, String jkt) throws InterruptedException {
        return switch (profiles.find(profile, jkt)) {
            case ProfileDirectory.Found found -> new VerifiedAgent(found.operator(), found.key());
            case ProfileDirectory.Unknown unknown ->
                new Unauthenticated(Reason.OPERATOR_UNKNOWN, unknown.cause(), unknown.sentence());
        };
    }
}
