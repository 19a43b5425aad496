package dev.rctp.gateway;

import static java.util.stream.Collectors.toUnmodifiableMap;

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import tools.jackson.databind.node.ObjectNode;

/**
 * The keys of the gateway's profile.
 *
 * @param cryptography reads keys, these and others'
 * @param signing signs where no other one was chosen (MGT-1)
 * @param able those whose private parts are here, by {@code kid}; each can be chosen to sign
 * @param published the public JWKs, the configuration's signing key first (REC-5)
 */
record GatewayKeys(
        Cryptography cryptography, SigningKey signing, Map<String, SigningKey> able, List<ObjectNode> published) {

    /** Reads them from their files; a file that is missing or no key stops the start with one sentence. */
    static GatewayKeys read(ProfileConfig config, Cryptography cryptography) throws IOException {
        try {
            SigningKey signing = cryptography.signingKey(jwk(config.signingKey()));
            if (signing.algorithm() != SignatureAlgorithm.ES256) {
                throw new IOException("the profile's signing key must be an ES256 key (P-256)");
            }
            List<ObjectNode> published = new ArrayList<>(List.of(signing.publicJwk()));
            Map<String, SigningKey> able = new HashMap<>(Map.of(signing.thumbprint(), signing));
            for (Path file : config.retiredKeys()) {
                ObjectNode jwk = jwk(file);
                VerificationKey retired = cryptography.publicPart(jwk);
                if (retired.algorithm() != SignatureAlgorithm.ES256) {
                    throw new IOException("a retired key of the profile must be an ES256 key (P-256)");
                }
                published.add(retired.publicJwk());
                if (jwk.has("d") && !able.containsKey(retired.thumbprint())) {
                    able.put(retired.thumbprint(), cryptography.signingKey(jwk));
                }
            }
            return new GatewayKeys(cryptography, signing, Map.copyOf(able), List.copyOf(published));
        } catch (MalformedKeyException e) {
            throw new IOException("a key file of the profile holds no key this gateway can use: " + e.getMessage(), e);
        }
    }

    /** Signs record entries with the key that signs then (REC-2). */
    EntrySigner entrySigner(Supplier<SigningKey> signing) {
        Map<SigningKey, EntrySigner> each =
                able.values().stream().collect(toUnmodifiableMap(key -> key, EntryKey::new));
        return new EntrySigner() {
            @Override
            public EntrySigner current() {
                return Objects.requireNonNull(each.get(signing.get()));
            }

            @Override
            public String keyId() {
                return current().keyId();
            }

            @Override
            public byte[] sign(byte[] data) {
                return current().sign(data);
            }
        };
    }

    private record EntryKey(SigningKey key) implements EntrySigner {
        @Override
        public String keyId() {
            return key.thumbprint();
        }

        @Override
        public byte[] sign(byte[] data) {
            return key.sign(data);
        }
    }

    /** Signs checkouts of this lifetime with the key that signs then, in the name of this profile (CHK-1). */
    CheckoutSigner checkoutSigner(Supplier<SigningKey> signing, ProfileConfig config, Duration lifetime) {
        return new CheckoutSigner() {
            @Override
            public CheckoutSigner current() {
                SigningKey now = signing.get();
                return checkoutSigner(() -> now, config, lifetime);
            }

            @Override
            public String keyId() {
                return signing.get().thumbprint();
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
                return signing.get().sign(data);
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
