package dev.rctp.gateway.explain;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.VerificationKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** All the keys of a profile that can be read, those too that a gateway passes over (OPR-3), with the reason. */
public final class JwkSet {

    private JwkSet() {}

    /** The keys of a list of JWKs; only public members are read. */
    public static List<CandidateKey> read(JsonNode keys, Cryptography cryptography) {
        List<CandidateKey> read = new ArrayList<>();
        for (JsonNode jwk : keys) {
            publicPart(jwk, cryptography).ifPresent(key -> {
                String kid = jwk.path("kid").asString("");
                read.add(new CandidateKey(key, kid.isEmpty() ? null : kid, flaw(jwk, kid, key, keys)));
            });
        }
        return read;
    }

    /** Empty for a key of a type that no signature here can be tried with. */
    private static Optional<VerificationKey> publicPart(JsonNode jwk, Cryptography cryptography) {
        try {
            return Optional.of(cryptography.publicPart(jwk));
        } catch (MalformedKeyException e) {
            return Optional.empty();
        }
    }

    private static @Nullable String flaw(JsonNode jwk, String kid, VerificationKey key, JsonNode all) {
        if (kid.isEmpty()) {
            return "it has no kid";
        }
        if (!kid.equals(key.thumbprint())) {
            return "its kid is not its thumbprint " + key.thumbprint();
        }
        if (jwk.path("use").asString("").equals("enc")) {
            return "its use is enc";
        }
        if (jwk.has("key_ops")
                && jwk.path("key_ops").valueStream().noneMatch(operation -> "verify".equals(operation.asString("")))) {
            return "its key_ops have no verify";
        }
        if (VerificationKey.isPrivate(jwk)) {
            return "it is published with its private members: replace it, it is no secret any more";
        }
        Stream<String> kids = all.valueStream().map(other -> other.path("kid").asString(""));
        return kids.filter(kid::equals).count() > 1 ? "another key has the same kid" : null;
    }
}
