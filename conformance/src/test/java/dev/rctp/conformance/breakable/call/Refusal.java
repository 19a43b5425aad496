package dev.rctp.conformance.breakable.call;

import dev.rctp.registries.Reason;
import java.util.Optional;

/** Ends the judging of a call before its subject was looked at. */
public final class Refusal extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Outcome.Refused refused;
    private final transient Optional<String> challenge;

    private Refusal(Outcome.Refused refused, Optional<String> challenge) {
        super(refused.content());
        this.refused = refused;
        this.challenge = challenge;
    }

    /** A refusal. */
    public static Refusal of(Outcome.Refused refused) {
        return new Refusal(refused, Optional.empty());
    }

    /** A refusal with the reason's own status and nothing else. */
    public static Refusal of(Reason reason, String content) {
        return of(Outcome.Refused.of(reason, content));
    }

    /** A refusal with {@code detail.cause}. */
    public static Refusal because(Reason reason, String cause, String content) {
        return of(Outcome.Refused.because(reason, cause, content));
    }

    /** The same with {@code WWW-Authenticate} (GRA-3). */
    public Refusal challenging(String value) {
        return new Refusal(refused, Optional.of(value));
    }

    /** What the caller gets. */
    public Outcome.Refused refused() {
        return refused;
    }

    /** What stands in {@code WWW-Authenticate}. */
    public Optional<String> challenge() {
        return challenge;
    }
}
