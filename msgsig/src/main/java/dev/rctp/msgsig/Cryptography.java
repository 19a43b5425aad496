package dev.rctp.msgsig;

import com.amazon.corretto.crypto.provider.AmazonCorrettoCryptoProvider;
import java.nio.charset.StandardCharsets;
import java.security.PrivateKey;
import java.security.Provider;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The algorithms of SIG-1 by one provider, which is held as an instance and never installed for the whole process;
 * safe for concurrent use.
 */
public final class Cryptography {

    /** The providers to choose from, fastest first. */
    public enum Library {
        /** Amazon Corretto Crypto Provider: native code, Linux on x86-64 only. */
        CORRETTO,
        /** BouncyCastle: Java, everywhere. */
        BOUNCY_CASTLE
    }

    private static final byte[] PROBE = "RCTP".getBytes(StandardCharsets.US_ASCII);

    private final Library library;
    private final Map<SignatureAlgorithm, KeyScheme> schemes;
    private final List<String> passedOver;

    Cryptography(Library library, Map<SignatureAlgorithm, KeyScheme> schemes) {
        this(library, schemes, List.of());
    }

    private Cryptography(Library library, Map<SignatureAlgorithm, KeyScheme> schemes, List<String> passedOver) {
        this.library = library;
        this.schemes = schemes;
        this.passedOver = List.copyOf(passedOver);
    }

    /** The fastest library that loads and passes its self-test; throws {@link IllegalStateException} if none does. */
    public static Cryptography select() {
        return firstOf(List.of(Library.values()), Cryptography::with);
    }

    /** The first that {@code with} gives, with the reasons why those before it are not used. */
    static Cryptography firstOf(List<Library> libraries, Function<Library, Cryptography> with) {
        List<String> passedOver = new ArrayList<>();
        for (Library library : libraries) {
            try {
                Cryptography chosen = with.apply(library);
                return new Cryptography(chosen.library, chosen.schemes, passedOver);
            } catch (RuntimeException | LinkageError e) {
                passedOver.add(library + ": " + e + (e.getCause() == null ? "" : ", " + e.getCause()));
            }
        }
        throw new IllegalStateException("no cryptographic library can be used: " + String.join("; ", passedOver));
    }

    /** Why faster libraries were not chosen, for the log; empty when the fastest was. */
    public List<String> passedOver() {
        return passedOver;
    }

    /** This library, self-tested; throws {@link IllegalStateException} if it does not load or fails the test. */
    public static Cryptography with(Library library) {
        Cryptography cryptography = switch (library) {
            case CORRETTO -> corretto();
            case BOUNCY_CASTLE -> bouncyCastle();
        };
        SelfTest.run(cryptography);
        return cryptography;
    }

    private static Cryptography corretto() {
        AmazonCorrettoCryptoProvider provider = AmazonCorrettoCryptoProvider.INSTANCE;
        Throwable fault = provider.getLoadingError();
        if (fault != null) {
            throw new IllegalStateException("Corretto does not load", fault);
        }
        return new Cryptography(
                Library.CORRETTO,
                Map.of(
                        SignatureAlgorithm.ES256, EcdsaScheme.hashing(Curve.P256, provider),
                        SignatureAlgorithm.ES384, EcdsaScheme.hashing(Curve.P384, provider),
                        SignatureAlgorithm.ED25519, new Ed25519Scheme(new BouncyCastleProvider())));
    }

    private static Cryptography bouncyCastle() {
        Provider provider = new BouncyCastleProvider();
        return new Cryptography(
                Library.BOUNCY_CASTLE,
                Map.of(
                        SignatureAlgorithm.ES256, EcdsaScheme.ofHash(Curve.P256, provider),
                        SignatureAlgorithm.ES384, EcdsaScheme.ofHash(Curve.P384, provider),
                        SignatureAlgorithm.ED25519, new Ed25519Scheme(provider)));
    }

    /** The library chosen. */
    public Library library() {
        return library;
    }

    /** The library's name, for the log. */
    public String provider() {
        return switch (library) {
            case CORRETTO -> "Amazon Corretto Crypto Provider";
            case BOUNCY_CASTLE -> "BouncyCastle";
        };
    }

    /** The public key of a JWK (RFC 7517), parsed once for many verifications. */
    public VerificationKey verificationKey(JsonNode jwk) throws MalformedKeyException {
        return verificationKey(PublicJwk.parse(jwk));
    }

    /** The public key of a JWK that may be private: its other members are not read. */
    public VerificationKey publicPart(JsonNode jwk) throws MalformedKeyException {
        return verificationKey(PublicJwk.parsePublicMembers(jwk));
    }

    private VerificationKey verificationKey(PublicJwk jwk) throws MalformedKeyException {
        KeyScheme scheme = scheme(jwk);
        return new ParsedVerificationKey(jwk, scheme.publicKey(jwk), scheme);
    }

    /** The private key of a JWK with {@code d} (RFC 7518 6.2.2, RFC 8037 2), which must belong to its public members. */
    public SigningKey signingKey(JsonNode privateJwk) throws MalformedKeyException {
        PublicJwk publicJwk = PublicJwk.parsePublicMembers(privateJwk);
        KeyScheme scheme = scheme(publicJwk);
        int size = publicJwk.xBytes().length;
        byte[] d = Base64.getUrlDecoder().decode(PublicJwk.encoded(privateJwk, "d", size));
        PrivateKey key = scheme.privateKey(d);
        if (!scheme.verify(scheme.publicKey(publicJwk), PROBE, scheme.sign(key, PROBE))) {
            throw MalformedKeyException.malformed("d does not belong to the public key");
        }
        return new ParsedSigningKey(publicJwk, key, scheme);
    }

    /** A new ES256 key that lives in this process only. */
    public SigningKey generate() {
        try {
            return signingKey(generateJwk(SignatureAlgorithm.ES256));
        } catch (MalformedKeyException e) {
            throw new IllegalStateException("the new key is not valid", e);
        }
    }

    /** A new private JWK with {@code kid}, {@code use} and {@code alg}, to be stored where secrets are. */
    public ObjectNode generateJwk(SignatureAlgorithm algorithm) {
        KeyScheme.GeneratedKey key = scheme(algorithm).generate();
        return key.publicJwk().toNode().put("d", key.d());
    }

    private KeyScheme scheme(PublicJwk jwk) {
        return scheme(jwk.algorithm());
    }

    private KeyScheme scheme(SignatureAlgorithm algorithm) {
        KeyScheme scheme = schemes.get(algorithm);
        if (scheme == null) {
            throw new IllegalStateException("no " + algorithm);
        }
        return scheme;
    }
}
