package dev.rctp.gateway.explain;

import dev.rctp.msgsig.SignatureInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the two signature fields say, where they are malformed as far as the intent can be told.
 *
 * @param input the components and parameters; null where they can't be told
 * @param written the text of {@code Signature-Input} behind its label, as written
 * @param signature the text or bytes of the signature in every reading that makes sense, the plainest first
 * @param findings what is wrong with the fields
 */
record SignatureText(
        @Nullable SignatureInput input, String written, List<SignatureForm> signature, List<Finding> findings) {

    /** Keeps its own copies. */
    SignatureText {
        signature = List.copyOf(signature);
        findings = List.copyOf(findings);
    }
}
