package dev.rctp.gateway.config;

/**
 * What one gateway takes at most.
 *
 * @param bodyBytes of a governed call; more is refused
 * @param headerBytes of a request's head; more is refused
 * @param concurrency governed calls decided at once; more wait for nothing: 503 with {@code Retry-After}
 * @param connections open from clients; as many HTTP/2 streams over all of them
 * @param perimeterPerAddress refusals of strangers recorded one by one per address and minute; more are only counted (REC-1)
 */
public record LimitsConfig(int bodyBytes, int headerBytes, int concurrency, int connections, int perimeterPerAddress) {}
