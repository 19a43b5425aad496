package dev.rctp.gateway.enforce;

import dev.rctp.attest.deal.EventKey;
import dev.rctp.msgsig.VerificationKey;

/** The key of the request, as that of the event it brings (EVT-1). */
record RequestKey(VerificationKey key) implements EventKey {

    @Override
    public String thumbprint() {
        return key.thumbprint();
    }

    @Override
    public String algorithm() {
        return key.algorithm().joseName();
    }

    @Override
    public boolean verifies(byte[] input, byte[] signature) {
        return key.verify(input, signature);
    }
}
