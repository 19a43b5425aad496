package dev.rctp.gateway.observe;

import dev.rctp.gateway.observe.trace.Phase;
import dev.rctp.msgsig.Authentication;
import dev.rctp.msgsig.RequestAuthenticator;
import dev.rctp.msgsig.RequestMessage;
import java.time.Instant;

/** Measures the phase of authentication. */
public record ObservedAuthenticator(RequestAuthenticator authenticator, Phases phases) implements RequestAuthenticator {

    @Override
    public Authentication authenticate(RequestMessage request, byte[] body, Instant headReceivedAt)
            throws InterruptedException {
        try (var _ = phases.begin(Phase.AUTHENTICATE)) {
            return authenticator.authenticate(request, body, headReceivedAt);
        }
    }
}
