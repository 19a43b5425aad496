package dev.rctp.gateway.enforce;

import dev.rctp.approval.StandingApproval;
import java.util.Optional;

/**
 * An approval and the decision on the call it holds.
 *
 * @param approval the approval
 * @param result the decision; empty while there is none
 */
public record KnownApproval(StandingApproval approval, Optional<Decision> result) {}
