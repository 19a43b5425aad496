package dev.rctp.terms;

import java.util.List;

/**
 * Approved terms, ready to be stored; without any private term in the clear.
 *
 * @param listing the listing as everybody sees it with these terms
 * @param statements what stores them, to be committed in order together with the record's entry (REC-3)
 */
public record ApprovedTerms(PublicListing listing, List<SqlStatement> statements) implements TermsApproval {

    /** Keeps its own copy of the statements. */
    public ApprovedTerms {
        statements = List.copyOf(statements);
    }
}
