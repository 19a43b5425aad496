package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Authentication;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What can be said of a request's signature; quotes no credential.
 *
 * @param verdict how it ends
 * @param findings what is wrong, the first thing to mend first; empty where nothing is
 * @param refusal what a gateway answers; null where it accepts the caller, or where that wasn't judged
 * @param base the signature base that is expected; null where Signature-Input can't be read
 * @param difference the first line in which the signer's base differs; null where none is known
 * @param tried how many bases, readings and keys were tried
 */
public record Explanation(
        Verdict verdict,
        List<Finding> findings,
        Authentication.@Nullable Unauthenticated refusal,
        @Nullable String base,
        @Nullable Difference difference,
        int tried) {

    /** How an explanation ends. */
    public enum Verdict {
        /** A gateway takes the signature. */
        VALID,
        /** It doesn't, and what is wrong has a name. */
        FAULTY,
        /** It doesn't, and what is wrong can't be named. */
        UNEXPLAINED,
        /** Something is missing without which it can't be judged. */
        UNDECIDED
    }

    /** Keeps its own copy of the findings. */
    public Explanation {
        findings = List.copyOf(findings);
    }
}
