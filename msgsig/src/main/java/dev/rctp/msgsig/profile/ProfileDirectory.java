package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.VerificationKey;
import org.jspecify.annotations.Nullable;

/** Finds who runs the agent that signed under a key (OPR-1). */
public interface ProfileDirectory {

    /**
     * The operator and the key.
     *
     * @param profileUrl the profile's URL as the agent wrote it
     * @param keyId the {@code kid} of one of the profile's keys
     */
    Lookup find(String profileUrl, String keyId) throws InterruptedException;

    /** What a search ends with. */
    sealed interface Lookup permits Found, Unknown {}

    /**
     * An onboarded operator's key.
     *
     * @param operator who runs the agent
     * @param key the key
     */
    record Found(Operator operator, VerificationKey key) implements Lookup {}

    /**
     * No key can be trusted: {@code operator_unknown}.
     *
     * @param cause UCP's code for {@code detail.cause}; null where the reason says all
     * @param sentence one sentence for the person who debugs the agent
     */
    record Unknown(@Nullable String cause, String sentence) implements Lookup {}
}
