package dev.rctp.gateway.config;

import dev.rctp.gateway.limits.AddressAllowance;
import dev.rctp.gateway.limits.Allowance;
import org.jspecify.annotations.Nullable;

/**
 * What one gateway takes at most.
 *
 * @param bodyBytes of a governed call; more is refused
 * @param headerBytes of a request's head; more is refused
 * @param concurrency governed calls decided at once; more wait for nothing: 503 with {@code Retry-After}
 * @param connections open from clients; as many HTTP/2 streams over all of them
 * @param perimeterPerAddress refusals of strangers recorded one by one per address and minute; more are only counted (REC-1)
 * @param address what each address may do; null for no such limits
 * @param operator what all agents of one operator may do together
 */
public record LimitsConfig(
        int bodyBytes,
        int headerBytes,
        int concurrency,
        int connections,
        int perimeterPerAddress,
        @Nullable AddressAllowance address,
        Allowance operator) {}
