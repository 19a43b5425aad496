package dev.rctp.terms;

import tools.jackson.databind.node.ObjectNode;

/**
 * Terms that a seller's form gave (LST-3), checked, and sealed for a listing that they don't belong to yet.
 *
 * @param commitment their commitment (LST-4)
 * @param publicTerms the part that everybody may see
 * @param sealed all of them
 */
public record SubmittedTerms(String commitment, ObjectNode publicTerms, SealedBox sealed) implements Submission {

    @Override
    public String toString() {
        return "SubmittedTerms[" + commitment + "]";
    }
}
