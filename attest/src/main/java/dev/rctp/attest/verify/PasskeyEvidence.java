package dev.rctp.attest.verify;

import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Checks offline that a passkey signed exactly these details (APR-3, REC-4): {@code {"details", "credential", "passkey"}}, of which
 * {@code credential} is WebAuthn's AuthenticationResponseJSON and {@code passkey} the JWK of the public key. That the key is the seller's is
 * the word of the gateway that recorded it.
 */
public final class PasskeyEvidence {

    private static final Set<String> MEMBERS = Set.of("details", "credential", "passkey");
    private static final int HASH = 32;

    /** The shortest authenticator data: RP id hash, flags and counter (WebAuthn section 6.1). */
    private static final int SHORTEST = HASH + 1 + 4;

    private static final int USER_PRESENT = 0x01;
    private static final int USER_VERIFIED = 0x04;

    private PasskeyEvidence() {}

    /** The first thing that is wrong with it, as one sentence without a subject; empty for evidence that holds at this RP id. */
    public static Optional<String> fault(JsonNode evidence, String rpId) {
        try {
            check(evidence, rpId);
            return Optional.empty();
        } catch (Fault e) {
            return Optional.of(e.sentence());
        }
    }

    /** With an RP id, the passkey is of that one; without, of the host where it was used or a domain above it, as browsers see to. */
    static void check(JsonNode evidence, @Nullable String rpId) throws Fault {
        Fault.unless(
                evidence.isObject() && Set.copyOf(evidence.propertyNames()).equals(MEMBERS),
                "evidence with other members than details, credential and passkey");
        JsonNode details = evidence.path("details");
        Fault.unless(
                details.path("type").asString("").equals("dev.rctp.approval"), "details that are not of an approval");
        JsonNode credential = evidence.path("credential");
        Fault.unless(
                text(credential, "type").equals("public-key")
                        && text(credential, "rawId").equals(text(credential, "id")),
                "a credential that is no public key's");
        JsonNode response = credential.path("response");
        byte[] clientData = bytes(response, "clientDataJSON");
        byte[] authenticatorData = bytes(response, "authenticatorData");
        String origin = clientData(clientData, Base64Url.encode(Sha256.bytes(Canonical.bytes(details))));
        authenticatorData(authenticatorData, rpId == null ? domains(origin) : List.of(rpId));
        Fault.unless(
                SellerKey.of(evidence.path("passkey"))
                        .verifies(signed(authenticatorData, clientData), bytes(response, "signature")),
                "a passkey's signature that does not verify");
    }

    /** The origin, of client data that is of an assertion over this challenge. */
    private static String clientData(byte[] json, String challenge) throws Fault {
        ObjectNode parsed;
        try {
            parsed = StrictJson.parseObject(json);
        } catch (InvalidJsonException e) {
            throw new Fault("client data that is not I-JSON");
        }
        Fault.unless(text(parsed, "type").equals("webauthn.get"), "client data that is not of an assertion");
        Fault.unless(text(parsed, "challenge").equals(challenge), "a passkey that signed other details");
        return text(parsed, "origin");
    }

    private static List<String> domains(String origin) throws Fault {
        try {
            String host = new URI(origin).getHost();
            Fault.unless(host != null, "client data of no origin");
            List<String> domains = new ArrayList<>(List.of(host));
            for (int dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) {
                domains.add(host.substring(dot + 1));
            }
            return domains;
        } catch (URISyntaxException e) {
            throw new Fault("client data of no origin");
        }
    }

    private static void authenticatorData(byte[] data, List<String> rpIds) throws Fault {
        Fault.unless(data.length >= SHORTEST, "authenticator data that is too short");
        byte[] hash = Arrays.copyOf(data, HASH);
        Fault.unless(
                rpIds.stream()
                        .map(rpId -> Sha256.bytes(rpId.getBytes(StandardCharsets.UTF_8)))
                        .anyMatch(expected -> Arrays.equals(expected, hash)),
                "a passkey of another relying party");
        Fault.unless((data[HASH] & USER_PRESENT) != 0, "a passkey that was used without its user");
        Fault.unless((data[HASH] & USER_VERIFIED) != 0, "a passkey that did not verify its user");
    }

    private static byte[] signed(byte[] authenticatorData, byte[] clientData) {
        byte[] signed = Arrays.copyOf(authenticatorData, authenticatorData.length + HASH);
        System.arraycopy(Sha256.bytes(clientData), 0, signed, authenticatorData.length, HASH);
        return signed;
    }

    private static byte[] bytes(JsonNode object, String member) throws Fault {
        return Base64Url.decode(text(object, member));
    }

    private static String text(JsonNode object, String member) throws Fault {
        Fault.unless(object.path(member).isString(), "a credential without " + member);
        return object.path(member).stringValue();
    }
}
