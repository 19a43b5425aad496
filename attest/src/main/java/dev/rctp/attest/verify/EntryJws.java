package dev.rctp.attest.verify;

import dev.rctp.attest.CompactJws;
import dev.rctp.attest.InvalidJwsException;
import java.util.Map;

/**
 * An entry's compact JWS, taken apart strictly: no algorithm but ES256 (B70).
 *
 * @param keyId the header's {@code kid}
 * @param payload what it signs
 */
record EntryJws(String keyId, byte[] payload, byte[] signingInput, byte[] signature) {

    private static final String TYPE = "rctp-attestation+jwt";

    static EntryJws parse(String compact) throws Fault {
        CompactJws jws;
        try {
            jws = CompactJws.parse(compact, TYPE);
        } catch (InvalidJwsException e) {
            throw new Fault(e.phrase());
        }
        Fault.unless(jws.algorithm().equals("ES256"), "a jws that is not ES256");
        return new EntryJws(jws.keyId(), jws.payload(), jws.signingInput(), jws.signature());
    }

    void verify(Map<String, P256Key> keys) throws Fault {
        P256Key key = keys.get(keyId);
        if (key == null) {
            throw new Fault("signed by a key that is not given");
        }
        Fault.unless(key.verifies(signingInput, signature), "a signature that does not verify");
    }
}
