package dev.rctp.approval;

/**
 * A call as it is kept until its seller has answered (APR-1, APR-6): exact body, token and all, sealed and opaque here.
 *
 * @param keyId the key that sealed it
 * @param box the sealed call
 */
public record HeldCall(String keyId, byte[] box) {

    @Override
    public String toString() {
        return "HeldCall[***]";
    }
}
