package dev.rctp.msgsig.profile;

/**
 * One thing that is wrong with a profile.
 *
 * @param effect what comes of it
 * @param clause the rule it breaks: a clause of the protocol, or {@code UCP} for UCP's own schemas
 * @param path the JSON Pointer (RFC 6901) of what is wrong; empty for the whole document or where it is hosted
 * @param sentence what is wrong
 * @param mend what to do about it
 */
public record ProfileFault(Effect effect, String clause, String path, String sentence, String mend) {

    /** What comes of a fault. */
    public enum Effect {
        /** Gateways refuse the profile, and so every call that names it, with {@code operator_unknown}. */
        REFUSED,
        /** The profile counts, but calls signed with that key are refused (OPR-3). */
        KEY_SKIPPED,
        /** Gateways don't look at it, other readers of UCP profiles refuse it. */
        UCP_INVALID,
        /** Nothing is refused; something is likely not what the operator wants. */
        ADVICE
    }

    static ProfileFault refused(String clause, String path, String sentence, String mend) {
        return new ProfileFault(Effect.REFUSED, clause, path, sentence, mend);
    }

    static ProfileFault ucp(String path, String sentence, String mend) {
        return new ProfileFault(Effect.UCP_INVALID, "UCP", path, sentence, mend);
    }

    static ProfileFault advice(String clause, String path, String sentence, String mend) {
        return new ProfileFault(Effect.ADVICE, clause, path, sentence, mend);
    }
}
