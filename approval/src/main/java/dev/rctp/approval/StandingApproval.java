package dev.rctp.approval;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An approval as the tables have it, judged by the time of asking: silence past its end is no, and so is a listing that has changed, whether
 * anything swept it up or not (APR-4, INV-2, LST-7).
 *
 * @param question what is asked
 * @param state what it is at that time
 * @param decidedAt when it was answered or ended; null while it is pending
 * @param result the decision on the held call, as the calls' tables write it; null while there is none, or none is written
 */
public record StandingApproval(
        Question question,
        ApprovalState state,
        @Nullable Instant decidedAt,
        @Nullable String result) {

    static StandingApproval at(
            Instant now,
            Question question,
            ApprovalState written,
            @Nullable Instant decidedAt,
            @Nullable Instant overtakenAt,
            @Nullable String result) {
        if (written == ApprovalState.PENDING && overtakenAt != null) {
            return new StandingApproval(question, ApprovalState.DECLINED, overtakenAt, result);
        }
        return written == ApprovalState.PENDING && !question.isOpenAt(now)
                ? new StandingApproval(question, ApprovalState.EXPIRED, question.expiresAt(), result)
                : new StandingApproval(question, written, decidedAt, result);
    }
}
