package dev.rctp.msgsig;

import java.time.Instant;

/** Finds out whose request this is: signature first, then operator (SIG-1 to SIG-6, OPR-1 to OPR-5). */
public interface RequestAuthenticator {

    /**
     * The verified agent, or why there is none.
     *
     * @param request the head
     * @param body the raw body, empty for none
     * @param headReceivedAt when the head was complete; {@code created} and {@code expires} are judged then and now (SIG-4)
     */
    Authentication authenticate(RequestMessage request, byte[] body, Instant headReceivedAt)
            throws InterruptedException;
}
