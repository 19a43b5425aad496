package dev.rctp.gateway.explain;

import java.util.List;

/**
 * One reading of a signature.
 *
 * @param bytes what would be verified
 * @param mistakes what the signer did, if this reading is the right one; empty for the plain one
 */
record SignatureForm(byte[] bytes, List<Mistake> mistakes) {

    /** Keeps its own copy of the mistakes. */
    SignatureForm {
        mistakes = List.copyOf(mistakes);
    }
}
