package dev.rctp.conformance.world;

import dev.rctp.conformance.hosts.SoftwarePasskey;

/**
 * A person who sells, with the passkey that the target knows (section 1, APR-3).
 *
 * @param sub the pairwise pseudonym
 * @param passkey the enrolled passkey
 */
public record Seller(String sub, SoftwarePasskey passkey) {}
