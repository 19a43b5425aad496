package dev.rctp.gateway.sandbox.operators;

import dev.rctp.gateway.sandbox.loopback.TestKey;

/**
 * TEST ONLY: an agent of one of the operators.
 *
 * @param agentId the operator's name for it
 * @param key what it signs with
 */
public record HostedAgent(String agentId, TestKey key) {}
