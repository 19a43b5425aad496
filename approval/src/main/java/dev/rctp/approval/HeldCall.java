package dev.rctp.approval;

import org.jspecify.annotations.Nullable;

/**
 * A call as it is kept until its seller has answered (APR-1), opaque here.
 *
 * @param call what it was, but for body and token
 * @param body its exact body
 * @param token the access token it came with, sealed; null once it is erased
 */
public record HeldCall(String call, byte[] body, byte @Nullable [] token) {

    @Override
    public String toString() {
        return "HeldCall[***]";
    }
}
