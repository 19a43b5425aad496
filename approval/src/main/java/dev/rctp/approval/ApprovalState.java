package dev.rctp.approval;

import java.util.Locale;

/** What has become of a question (APR-2). */
public enum ApprovalState {
    /** Nobody has answered yet. */
    PENDING,
    /** The seller said yes. */
    APPROVED,
    /** The seller said no, or what was asked no longer stands. */
    DECLINED,
    /** Nobody answered in time (APR-4). */
    EXPIRED;

    /** As {@code approval-status} and tables write it. */
    public String code() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The state of that code; throws {@link IllegalArgumentException} for any other text. */
    static ApprovalState ofCode(String code) {
        return valueOf(code.toUpperCase(Locale.ROOT));
    }
}
