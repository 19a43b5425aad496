package dev.rctp.gateway.sandbox.marketplace;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.Freshness;
import dev.rctp.msgsig.RequestMessage;
import dev.rctp.msgsig.RequestVerifier;
import dev.rctp.msgsig.ValidSignature;
import java.net.URI;
import java.time.InstantSource;

/** TEST ONLY: takes only requests that a key of the gateway's profile signed in the last five minutes (PRX-6). */
public final class SignedByGateway implements GatewayCheck {

    private final RequestVerifier verifier;

    /** A check that reads this profile when it meets the first signature. */
    public SignedByGateway(URI gatewayProfile, Cryptography cryptography, InstantSource clock) {
        this.verifier =
                new RequestVerifier(new GatewayKeys(gatewayProfile, cryptography, clock), Freshness.STRICT, clock);
    }

    @Override
    public boolean cameThroughGateway(RequestMessage request, byte[] body) {
        return verifier.verify(request, body) instanceof ValidSignature;
    }
}
