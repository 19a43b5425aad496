package dev.rctp.terms;

import java.util.List;

/**
 * Terms that can't be taken: {@code terms_invalid} (LST-3).
 *
 * @param faults every fault, in the term set's order; not empty
 */
public record TermsInvalid(List<TermFault> faults) implements CheckedTerms, TermsApproval, Submission {

    /** Keeps its own copy of the faults. */
    public TermsInvalid {
        faults = List.copyOf(faults);
    }
}
