package dev.rctp.gateway.webhook;

import dev.rctp.approval.ApprovalState;
import dev.rctp.approval.Question;
import dev.rctp.attest.Statement;
import dev.rctp.gateway.enforce.Decision;
import dev.rctp.gateway.enforce.Intent;
import dev.rctp.terms.ListingId;
import java.util.List;

/**
 * Who is told what of a change, as the writes to store together with it (WHK-1). Each is made before the change's own writes to offers, whose
 * rows say whom it concerns.
 */
public interface Notices {

    /** A call is held: the marketplace can tell the seller, and an offer that waits has another state. */
    List<Statement> asked(Question question, String approvalUrl);

    /** A seller has answered, or was silent for too long. */
    List<Statement> answered(Question question, ApprovalState answer);

    /** A held call has come to its end. */
    List<Statement> settled(Question question, Decision result);

    /** The marketplace has taken a step, or it doesn't stand. */
    List<Statement> finished(Intent intent, boolean stands);

    /** A party of this operator has reported something of a deal, which is in this state now; made after the report's own entry (EVT-5). */
    List<Statement> reported(String dealId, String state, String by);

    /** A deal has lapsed: its parties are told, and the marketplace, whose the listing is to offer again (EVT-6). */
    List<Statement> lapsed(String dealId);

    /** A held call has ended unanswered because what was asked stands no more; an offer that waited is open again (OPR-6, LST-7). */
    List<Statement> dropped(Question question);

    /** An offer has ended because its buyer's operator may trade no more; made after the offer's own write (OPR-6). */
    List<Statement> notEligible(String offer);

    /** What was offered for a listing stands no more: because it is gone, or, where it isn't, because it is another seller's. */
    List<Statement> ended(ListingId listing, boolean gone);
}
