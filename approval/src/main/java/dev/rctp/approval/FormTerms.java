package dev.rctp.approval;

import tools.jackson.databind.node.ObjectNode;

/**
 * Terms that came through a form, sealed (LST-4); opaque here.
 *
 * @param commitment their commitment
 * @param publicTerms their public part
 * @param sealedTerms all of them
 * @param sealingKeyId the key that sealed them
 */
public record FormTerms(String commitment, ObjectNode publicTerms, byte[] sealedTerms, String sealingKeyId) {

    @Override
    public String toString() {
        return "FormTerms[" + commitment + "]";
    }
}
