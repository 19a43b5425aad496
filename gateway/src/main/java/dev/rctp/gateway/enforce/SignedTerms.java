package dev.rctp.gateway.enforce;

import tools.jackson.databind.node.ObjectNode;

/**
 * What everybody may know of the terms that a seller's passkey signed (LST-4).
 *
 * @param commitment their commitment
 * @param publicTerms their public part
 */
public record SignedTerms(String commitment, ObjectNode publicTerms) {}
