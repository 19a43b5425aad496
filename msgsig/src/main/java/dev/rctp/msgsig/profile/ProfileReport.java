package dev.rctp.msgsig.profile;

import java.util.List;

/**
 * What a check of a profile found.
 *
 * @param faults all of them, those first for which gateways refuse the profile
 * @param keys the thumbprints of the keys that signatures may name; none where the profile is refused
 */
public record ProfileReport(List<ProfileFault> faults, List<String> keys) {

    /** Keeps its own copies. */
    public ProfileReport {
        faults = List.copyOf(faults);
        keys = List.copyOf(keys);
    }

    /** Whether gateways accept the profile. */
    public boolean accepted() {
        return faults.stream().noneMatch(fault -> fault.effect() == ProfileFault.Effect.REFUSED);
    }

    /** Whether nothing is wrong; advice may be left. */
    public boolean passed() {
        return faults.stream().allMatch(fault -> fault.effect() == ProfileFault.Effect.ADVICE);
    }
}
