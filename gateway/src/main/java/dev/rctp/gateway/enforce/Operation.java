package dev.rctp.gateway.enforce;

import dev.rctp.registries.Action;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A governed call as any door hands it over: what is to be done, to what, by whom.
 *
 * @param action the verb
 * @param subjectIds the ids that name its subject, by the names of the route's variables
 * @param payload what it carries
 * @param payloadDigest what idempotency compares: the same for the same call, opaque here (IDM-1)
 * @param idempotencyKey the caller's key; null where none came
 * @param credentials the proof of whose call it is
 * @param upstream the request to the marketplace as the door composed it, without what only the decision adds
 * @param origin where it came from: door, request id and address, for record and log
 */
public record Operation(
        Action action,
        Map<String, String> subjectIds,
        Payload payload,
        String payloadDigest,
        @Nullable String idempotencyKey,
        Credentials credentials,
        UpstreamRequest upstream,
        Origin origin) {

    /**
     * Where a call came from.
     *
     * @param door {@code rest}
     * @param requestId the caller's {@code Request-Id} or one made for it (RSP-2)
     * @param address the text form of the address it came from; the perimeter's limit goes by it (REC-1)
     */
    public record Origin(String door, String requestId, String address) {}
}
