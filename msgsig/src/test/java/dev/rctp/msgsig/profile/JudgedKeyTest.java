package dev.rctp.msgsig.profile;

import static org.assertj.core.api.Assertions.assertThat;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import dev.rctp.msgsig.SigningKey;
import dev.rctp.msgsig.VerificationKey;
import dev.rctp.msgsig.profile.ProfileFault.Effect;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Keys as diagnosis sees them, against the gateway's reading of the same list. */
class JudgedKeyTest {

    private static final Cryptography CRYPTOGRAPHY = Cryptography.select();

    private final SigningKey key = CRYPTOGRAPHY.generate();

    private static ArrayNode list(ObjectNode... jwks) {
        return JsonNodeFactory.instance.arrayNode().addAll(List.of(jwks));
    }

    private static List<String> usable(ArrayNode keys) {
        return JudgedKey.all(keys, CRYPTOGRAPHY).stream()
                .filter(judged -> judged.fault() == null)
                .map(JudgedKey::key)
                .map(VerificationKey::thumbprint)
                .toList();
    }

    private static Effect effect(JudgedKey judged) {
        return Objects.requireNonNull(judged.fault()).effect();
    }

    @Test
    @DisplayName("OPR-3: a key is without fault exactly where a signature may name it")
    void asTheGateway() {
        ObjectNode good = key.publicJwk();
        ObjectNode other = CRYPTOGRAPHY.generate().publicJwk();
        for (ArrayNode keys : List.of(
                list(good, other),
                list(key.publicJwk().put("use", "enc"), good),
                list(good, key.publicJwk()),
                list(good, other.deepCopy().put("kid", "mine")),
                list(good, other.deepCopy().put("kid", key.thumbprint())),
                list(key.publicJwk().put("x", "AAAA"), other))) {
            assertThat(usable(keys))
                    .containsExactlyInAnyOrderElementsOf(
                            ProfileKeys.of(keys, CRYPTOGRAPHY).thumbprints());
        }
    }

    @Test
    @DisplayName(
            "OPR-3: a skipped key is told with its reason, a private one as what refuses the profile; others aren't told")
    void faults() throws Exception {
        List<JudgedKey> skipped = JudgedKey.all(
                list(key.publicJwk().put("use", "enc"), key.publicJwk().put("kid", "mine")), CRYPTOGRAPHY);
        assertThat(skipped).extracting(JudgedKeyTest::effect).containsExactly(Effect.ADVICE, Effect.KEY_SKIPPED);
        assertThat(skipped).extracting(JudgedKey::kid).containsExactly(key.thumbprint(), "mine");

        ObjectNode disclosed = CRYPTOGRAPHY.generateJwk(SignatureAlgorithm.ED25519);
        assertThat(JudgedKey.all(list(disclosed.put("kid", "mine")), CRYPTOGRAPHY))
                .extracting(JudgedKeyTest::effect)
                .containsExactly(Effect.REFUSED);

        ObjectNode rsa = JsonNodeFactory.instance.objectNode().put("kty", "RSA").put("kid", "r");
        assertThat(JudgedKey.all(list(rsa), CRYPTOGRAPHY)).isEmpty();
        assertThat(JudgedKey.all(rsa, CRYPTOGRAPHY)).isEmpty();
    }
}
