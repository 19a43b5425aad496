package dev.rctp.approval.page;

import java.time.Instant;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** What {@code GET /approve/{id}} has to show (APR-5). */
public sealed interface ApprovalView {

    /**
     * It waits for the seller.
     *
     * @param answer what the same address gives as JSON (APR-8); {@code details} and {@code challenges} are not read
     */
    record Pending(JsonNode answer) implements ApprovalView {}

    /**
     * It has ended.
     *
     * @param status what {@code GET /approvals/{id}} gives (APR-2): {@code approved}, {@code declined} or {@code expired},
     *     with the held call's result once there is one
     * @param display the approval request's {@code display}
     * @param decidedAt when it ended; null where that is not known
     */
    record Ended(
            JsonNode status, JsonNode display, @Nullable Instant decidedAt) implements ApprovalView {}

    /** No approval has this id. */
    record Unknown() implements ApprovalView {}

    /** The gateway can't say at the moment (DEC-5), or too many ask. */
    record Unavailable() implements ApprovalView {}
}
