package dev.rctp.conformance.breakable.domain.approval;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.jose.Base64Url;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.Sha256;
import dev.rctp.registries.StrictJson;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Verifies what a passkey answers (WebAuthn Level 3, 7.2), for APR-3. */
public final class Assertions {

    private static final int USER_PRESENT = 1;
    private static final int USER_VERIFIED = 4;

    private final String rpId;
    private final List<String> origins;
    private final List<String> embedders;
    private final Set<Fault> faults;

    /**
     * Compares exactly.
     *
     * @param origins of pages that ask
     * @param embedders origins of pages that may embed them
     */
    public Assertions(String rpId, List<String> origins, List<String> embedders, Set<Fault> faults) {
        this.rpId = rpId;
        this.origins = origins;
        this.embedders = embedders;
        this.faults = faults;
    }

    /** The RP id. */
    public String rpId() {
        return rpId;
    }

    /** {@code clientDataJSON} of a credential; empty where it can't be read. */
    public static Optional<ObjectNode> clientData(JsonNode credential) {
        try {
            Optional<byte[]> octets = Base64Url.octets(Json.text(credential.path("response"), "clientDataJSON"));
            return octets.isEmpty() ? Optional.empty() : Optional.of(StrictJson.parseObject(octets.get()));
        } catch (InvalidJsonException e) {
            return Optional.empty();
        }
    }

    /** Why the assertion doesn't hold; empty when it does, and its counter is then the passkey's. */
    public Optional<String> fault(JsonNode credential, Collection<Passkey> passkeys) {
        Optional<Passkey> passkey = passkeys.stream()
                .filter(p -> p.credentialId().equals(Json.text(credential, "id")))
                .findFirst();
        JsonNode response = credential.path("response");
        Optional<byte[]> client = Base64Url.octets(Json.text(response, "clientDataJSON"));
        Optional<byte[]> authenticator = Base64Url.octets(Json.text(response, "authenticatorData"));
        Optional<byte[]> signature = Base64Url.octets(Json.text(response, "signature"));
        Optional<ObjectNode> data = clientData(credential);
        if (passkey.isEmpty()) {
            return Optional.of("passkey_unknown");
        }
        if (client.isEmpty() || authenticator.isEmpty() || signature.isEmpty() || data.isEmpty()) {
            return Optional.of("request_malformed");
        }
        if (authenticator.get().length < 37) {
            return Optional.of("request_malformed");
        }
        Optional<String> fault =
                clientFault(data.get(), "webauthn.get").or(() -> authenticatorFault(authenticator.get()));
        if (fault.isPresent()) {
            return fault;
        }
        byte[] signed = concatenated(authenticator.get(), Sha256.bytes(client.get()));
        if (!passkey.get().signed(signature.get(), signed) && !faults.contains(Fault.ASSERTION_SIGNATURE_UNCHECKED)) {
            return Optional.of("signature_mismatch");
        }
        return counterFault(passkey.get(), authenticator.get());
    }

    /** What is wrong with the client data's type and origins. */
    Optional<String> clientFault(JsonNode data, String type) {
        if (!Json.text(data, "type").equals(type) && !faults.contains(Fault.ASSERTION_TYPE_UNCHECKED)) {
            return Optional.of("type_mismatch");
        }
        String origin = Json.text(data, "origin");
        boolean known = origins.contains(origin);
        if (faults.contains(Fault.ORIGIN_UNCHECKED)) {
            known = true;
        }
        if (origins.stream().anyMatch(origin::startsWith) && faults.contains(Fault.ORIGIN_BY_PREFIX)) {
            known = true;
        }
        if (!known) {
            return Optional.of("origin_mismatch");
        }
        boolean framed = data.path("crossOrigin").asBoolean(false);
        boolean mayFrame = embedders.contains(Json.text(data, "topOrigin"));
        return framed && !mayFrame && !faults.contains(Fault.CROSS_ORIGIN_ACCEPTED)
                ? Optional.of("top_origin_mismatch")
                : Optional.empty();
    }

    /** What is wrong with the authenticator data's RP id and flags. */
    Optional<String> authenticatorFault(byte[] data) {
        byte[] hash = new byte[32];
        System.arraycopy(data, 0, hash, 0, 32);
        boolean ours = MessageDigest.isEqual(hash, Sha256.bytes(rpId.getBytes(StandardCharsets.UTF_8)));
        if (!ours && !faults.contains(Fault.RP_ID_UNCHECKED)) {
            return Optional.of("rp_id_mismatch");
        }
        if ((data[32] & USER_PRESENT) == 0) {
            return Optional.of("user_not_present");
        }
        return (data[32] & USER_VERIFIED) == 0 && !faults.contains(Fault.USER_VERIFICATION_NOT_REQUIRED)
                ? Optional.of("user_not_verified")
                : Optional.empty();
    }

    private Optional<String> counterFault(Passkey passkey, byte[] data) {
        long counter = counter(data);
        boolean rises = counter > passkey.counter() || (counter == 0 && passkey.counter() == 0);
        if (!rises && !faults.contains(Fault.COUNTER_MAY_FALL)) {
            return Optional.of("counter_fell");
        }
        passkey.counted(Math.max(counter, passkey.counter()));
        return Optional.empty();
    }

    /** The signature counter. */
    static long counter(byte[] data) {
        return ByteBuffer.wrap(data, 33, 4).getInt() & 0xffffffffL;
    }

    private static byte[] concatenated(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }
}
