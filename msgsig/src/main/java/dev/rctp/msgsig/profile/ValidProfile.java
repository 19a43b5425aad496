package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.VerificationKey;
import java.util.Optional;

/**
 * A valid profile: who runs the agents, and the keys they sign with.
 *
 * @param operator who runs them
 * @param keys the usable keys
 */
record ValidProfile(Operator operator, ProfileKeys keys) implements ProfileReading {

    Optional<ProfileDirectory.Lookup> find(String keyId) {
        return keys.find(keyId).map(key -> found(key));
    }

    private ProfileDirectory.Lookup found(VerificationKey key) {
        return new ProfileDirectory.Found(operator, key);
    }
}
