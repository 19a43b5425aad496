package dev.rctp.conformance.breakable.domain.deal;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.call.Caller;
import dev.rctp.conformance.breakable.domain.Json;
import dev.rctp.conformance.breakable.jose.Base64Url;
import dev.rctp.conformance.breakable.jose.PublicJwk;
import dev.rctp.registries.InvalidJsonException;
import dev.rctp.registries.StrictJson;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import tools.jackson.databind.node.ObjectNode;

/** Reads a party's event: a compact JWS of the key that signed the request (EVT-1). */
public final class EventJws {

    private static final Set<String> HEADER = Set.of("alg", "kid", "typ");

    private final Function<String, Optional<PublicJwk>> published;
    private final Set<Fault> faults;

    /** @param published the key that any onboarded operator publishes under a {@code kid} */
    public EventJws(Function<String, Optional<PublicJwk>> published, Set<Fault> faults) {
        this.published = published;
        this.faults = faults;
    }

    /** The claims; empty where the JWS is none of the caller's. */
    public Optional<ObjectNode> claims(String compact, Caller caller) {
        String[] parts = compact.split("\\.", -1);
        if (parts.length != 3) {
            return Optional.empty();
        }
        Optional<ObjectNode> header = json(parts[0]);
        Optional<byte[]> signature = Base64Url.octets(parts[2]);
        Optional<PublicJwk> key = header.flatMap(named -> key(named, caller));
        if (header.isEmpty() || signature.isEmpty() || key.isEmpty() || !headed(header.get(), key.get())) {
            return Optional.empty();
        }
        byte[] input = (parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII);
        return verifies(key.get(), input, signature.get()) ? json(parts[1]) : Optional.empty();
    }

    private Optional<PublicJwk> key(ObjectNode header, Caller caller) {
        if (faults.contains(Fault.EVENT_KID_UNCHECKED)) {
            return published.apply(Json.text(header, "kid"));
        }
        return PublicJwk.of(caller.jwk());
    }

    private boolean headed(ObjectNode header, PublicJwk key) {
        if (header.has("crit") && !faults.contains(Fault.EVENT_CRIT_IGNORED)) {
            return false;
        }
        if (!Json.text(header, "typ").equals("rctp-deal-event+jwt") && !faults.contains(Fault.EVENT_TYP_UNCHECKED)) {
            return false;
        }
        if (!Json.text(header, "kid").equals(key.thumbprint())) {
            return false;
        }
        boolean plain = header.has("crit") || HEADER.containsAll(header.propertyNames());
        return plain && Json.text(header, "alg").equals(key.algorithm());
    }

    private boolean verifies(PublicJwk key, byte[] input, byte[] signature) {
        if (faults.contains(Fault.EVENT_SIGNATURE_UNCHECKED)) {
            return true;
        }
        if (key.verifiesDer(input, signature) && faults.contains(Fault.EVENT_DER_ACCEPTED)) {
            return true;
        }
        return key.verifies(input, signature);
    }

    private static Optional<ObjectNode> json(String part) {
        try {
            Optional<byte[]> octets = Base64Url.octets(part);
            return octets.isEmpty() ? Optional.empty() : Optional.of(StrictJson.parseObject(octets.get()));
        } catch (InvalidJsonException e) {
            return Optional.empty();
        }
    }
}
