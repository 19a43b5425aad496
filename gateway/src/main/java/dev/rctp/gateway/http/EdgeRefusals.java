package dev.rctp.gateway.http;

import dev.rctp.gateway.enforce.Decision;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.registries.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Refusals of what never becomes a governed call, in the same shape as every other (DEC-3). */
public final class EdgeRefusals implements EdgeReplies {

    private final Responses responses;

    /** Renders them like decisions. */
    public EdgeRefusals(Responses responses) {
        this.responses = responses;
    }

    @Override
    public Reply badRequest(@Nullable RequestMessage head, String requestId, String sentence) {
        return malformed(400, head, requestId, sentence);
    }

    @Override
    public Reply timeout(@Nullable RequestMessage head, String requestId, String sentence) {
        return malformed(408, head, requestId, sentence);
    }

    @Override
    public Reply tooLarge(@Nullable RequestMessage head, String requestId, String sentence) {
        return malformed(413, head, requestId, sentence);
    }

    @Override
    public Reply headersTooLarge(@Nullable RequestMessage head, String requestId, String sentence) {
        return malformed(431, head, requestId, sentence);
    }

    @Override
    public Reply limited(@Nullable RequestMessage head, String requestId, String sentence) {
        Decision.Forbid limited = Decision.Forbid.of(null, Reason.ENFORCEMENT_UNAVAILABLE, sentence)
                .cause(Decision.Forbid.LIMIT)
                .retryAfter(Duration.ofSeconds(1));
        return responses.refusal(limited.status(), limited, head, requestId);
    }

    @Override
    public Reply unavailable(@Nullable RequestMessage head, String requestId, String sentence) {
        Decision.Forbid unavailable = Decision.Forbid.unavailable(null, sentence);
        return responses.refusal(unavailable.status(), unavailable, head, requestId);
    }

    @Override
    public Reply unlistedWrite(RequestMessage head, String requestId) {
        Decision.Forbid unlisted =
                Decision.Forbid.of(null, Reason.ACTION_FORBIDDEN, "This gateway lets no such write pass.");
        return responses.refusal(unlisted.status(), unlisted, head, requestId);
    }

    private Reply malformed(int status, @Nullable RequestMessage head, String requestId, String sentence) {
        return responses.refusal(status, Decision.Forbid.of(null, Reason.REQUEST_INVALID, sentence), head, requestId);
    }
}
