package dev.rctp.conformance.breakable.caller;

import java.util.Optional;

/** The onboarded operators' profiles (OPR-2). */
public interface Profiles {

    /** The profile at an onboarded URL, at most 5 minutes old; empty while it can't be had or isn't valid. */
    Optional<Profile> current(String url);
}
