package dev.rctp.msgsig.profile;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;

/** Why keys of a profile are skipped (OPR-3): what {@link ProfileKeys#of} leaves out has a fault or advice here, nothing else. */
final class KeyFaults {

    private final Cryptography cryptography;
    private final Map<String, Long> uses;

    private KeyFaults(JsonNode keys, Cryptography cryptography) {
        this.cryptography = cryptography;
        this.uses = keys.valueStream()
                .filter(JsonNode::isObject)
                .filter(ProfileKeys::isForVerifying)
                .collect(Collectors.groupingBy(KeyFaults::kid, Collectors.counting()));
    }

    /** One for each skipped key, and one where no key is left. */
    static List<ProfileFault> of(JsonNode keys, Cryptography cryptography) {
        KeyFaults judge = new KeyFaults(keys, cryptography);
        List<ProfileFault> faults = new ArrayList<>();
        int usable = 0;
        for (int i = 0; i < keys.size(); i++) {
            Optional<ProfileFault> fault = judge.fault(keys.path(i), "/keys/" + i);
            fault.ifPresent(faults::add);
            usable += fault.isEmpty() ? 1 : 0;
        }
        if (usable == 0) {
            faults.add(skipped(
                    "/keys",
                    "No key is left that a signature could name.",
                    "Publish at least one key for signatures, top level, in keys; rctp keygen makes one."));
        }
        return faults;
    }

    /** The fault of each key in its place, that of a refused profile before that of a skipped key; empty for a usable key. */
    static List<Optional<ProfileFault>> ofEach(JsonNode keys, Cryptography cryptography) {
        KeyFaults judge = new KeyFaults(keys, cryptography);
        List<Optional<ProfileFault>> faults = new ArrayList<>();
        for (int i = 0; i < keys.size(); i++) {
            JsonNode jwk = keys.path(i);
            String path = "/keys/" + i;
            faults.add(ProfileKeys.fault(jwk, path).or(() -> judge.fault(jwk, path)));
        }
        return faults;
    }

    private Optional<ProfileFault> fault(JsonNode jwk, String path) {
        if (!jwk.isObject()) {
            return Optional.of(skipped(path, "It is no JWK.", "Replace it by a public JWK, or take it out."));
        }
        if (!ProfileKeys.isForVerifying(jwk)) {
            return Optional.of(ProfileFault.advice(
                    "OPR-3",
                    path,
                    "It is not for verifying signatures, so calls can't be signed with it.",
                    "Nothing, if it is for something else; otherwise use sig, and key_ops with verify or none."));
        }
        if (!kid(jwk).isEmpty() && uses.getOrDefault(kid(jwk), 0L) > 1) {
            return Optional.of(skipped(
                    path,
                    "Another key has the same kid, so neither is used.",
                    "Give each key its own thumbprint as kid."));
        }
        return material(jwk, path);
    }

    private Optional<ProfileFault> material(JsonNode jwk, String path) {
        try {
            String thumbprint = cryptography.publicPart(jwk).thumbprint();
            return thumbprint.equals(kid(jwk))
                    ? Optional.empty()
                    : Optional.of(skipped(
                            path,
                            "Its kid is not its RFC 7638 thumbprint.",
                            "Set kid to " + thumbprint + ", and sign with that as keyid."));
        } catch (MalformedKeyException e) {
            return Optional.of(
                    e.fault() == MalformedKeyException.Fault.UNSUPPORTED
                            ? ProfileFault.advice(
                                    "OPR-3",
                                    path,
                                    "Its type and curve are none of P-256, P-384 and Ed25519, so calls can't be signed with it.",
                                    "Nothing, if it is for something else.")
                            : skipped(
                                    path,
                                    "It is malformed: " + e.getMessage() + ".",
                                    "Publish the public members as base64url without padding, as rctp profile new writes them."));
        }
    }

    private static String kid(JsonNode jwk) {
        return jwk.path("kid").asString("");
    }

    private static ProfileFault skipped(String path, String sentence, String mend) {
        return new ProfileFault(ProfileFault.Effect.KEY_SKIPPED, "OPR-3", path, sentence, mend);
    }
}
