package dev.rctp.terms;

import dev.rctp.registries.SqlStatement;
import java.util.List;

/**
 * Approved terms, ready to be stored; without any private term in the clear.
 *
 * @param listing the listing as everybody sees it with these terms
 * @param condition gives them to the listing if it still is what they were approved for; must touch exactly one row, else nothing
 *     of this may be committed
 * @param statements what stores them, to be committed in order together with the condition and the record's entry (REC-3)
 */
public record ApprovedTerms(PublicListing listing, SqlStatement condition, List<SqlStatement> statements)
        implements TermsApproval {

    /** Keeps its own copy of the statements. */
    public ApprovedTerms {
        statements = List.copyOf(statements);
    }
}
