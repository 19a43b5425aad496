package dev.rctp.gateway.enforce;

import dev.rctp.approval.Question;
import java.util.Optional;

/**
 * What an Idempotency-Key belongs to: one caller and one verb (IDM-1).
 *
 * @param caller the caller: operator's profile and key
 * @param action the verb
 * @param key the Idempotency-Key
 */
public record CallKey(String caller, String action, String key) {

    private static final String OF_APPROVAL = "approval ";

    /** Of a held call that is carried out: no caller's key has a space in it. */
    static CallKey ofApproval(Caller caller, Operation operation, String approval) {
        return of(caller, operation, OF_APPROVAL + approval);
    }

    /** The key under which a held call is carried out. */
    public static CallKey ofApproval(Question question) {
        return new CallKey(
                question.agent().operator() + " " + question.agent().jkt(),
                question.action(),
                OF_APPROVAL + question.id());
    }

    /** The approval by which the call is carried out; empty for a call that its caller carries out. */
    public Optional<String> approval() {
        return key.startsWith(OF_APPROVAL) ? Optional.of(key.substring(OF_APPROVAL.length())) : Optional.empty();
    }

    static CallKey of(Caller caller, Operation operation, String key) {
        return new CallKey(
                caller.group() + " " + caller.key(), operation.action().name(), key);
    }

    /** The profile of the caller's operator, which no URL's space ends early. */
    public String operator() {
        return caller.substring(0, caller.indexOf(' '));
    }

    /** Whether the text can be an Idempotency-Key: 22 to 255 visible characters (IDM-1). */
    public static boolean wellFormed(String key) {
        return key.length() >= 22 && key.length() <= 255 && key.chars().allMatch(c -> c > 0x20 && c < 0x7f);
    }
}
