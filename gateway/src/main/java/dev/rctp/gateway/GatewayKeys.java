package dev.rctp.gateway;

import dev.rctp.attest.EntrySigner;
import dev.rctp.gateway.config.ProfileConfig;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import dev.rctp.terms.negotiation.CheckoutSigner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keys of the gateway's profile.
 *
 * @param cryptography reads keys, these and others'
 * @param signing signs answers, upstream requests and record entries now
 * @param published the public JWKs, the current one first, then retired ones (REC-5)
 */
record GatewayKeys(Cryptography cryptography, SigningKey signing, List<ObjectNode> published) {

    /** Reads them from their files; a file that is missing or no key stops the start with one sentence. */
    static GatewayKeys read(ProfileConfig config, Cryptography cryptography) throws IOException {
        try {
            SigningKey signing = cryptography.signingKey(jwk(config.signingKey()));
            if (signing.algorithm() != SignatureAlgorithm.ES256) {
                throw new IOException("the profile's signing key must be an ES256 key (P-256)");
            }
            List<ObjectNode> published = new ArrayList<>(List.of(signing.publicJwk()));
            for (Path file : config.retiredKeys()) {
                VerificationKey retired = cryptography.publicPart(jwk(file));
                if (retired.algorithm() != SignatureAlgorithm.ES256) {
                    throw new IOException("a retired key of the profile must be an ES256 key (P-256)");
                }
                published.add(retired.publicJwk());
            }
            return new GatewayKeys(cryptography, signing, List.copyOf(published));
        } catch (MalformedKeyException e) {
            throw new IOException("a key file of the profile holds no key this gateway can use: " + e.getMessage(), e);
        }
    }

    /** Signs record entries with the current key (REC-2). */
    EntrySigner entrySigner() {
        return new EntrySigner() {
            @Override
            public String keyId() {
                return signing.thumbprint();
            }

            @Override
            public byte[] sign(byte[] data) {
                return signing.sign(data);
            }
        };
    }

    /** Signs checkouts of this lifetime with the current key, in the name of this profile (CHK-1). */
    CheckoutSigner checkoutSigner(ProfileConfig config, Duration lifetime) {
        return new CheckoutSigner() {
            @Override
            public String keyId() {
                return signing.thumbprint();
            }

            @Override
            public String issuer() {
                return config.url().toString();
            }

            @Override
            public Duration lifetime() {
                return lifetime;
            }

            @Override
            public byte[] sign(byte[] data) {
                return signing.sign(data);
            }
        };
    }

    private static ObjectNode jwk(Path file) throws IOException {
        try {
            return StrictJson.parseObject(Files.readAllBytes(file));
        } catch (InvalidJsonException e) {
            throw new IOException("the key file " + file + " is not JSON", e);
        }
    }
}
