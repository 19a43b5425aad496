package dev.rctp.conformance.breakable.domain.approval;

import dev.rctp.conformance.breakable.Fault;
import dev.rctp.conformance.breakable.domain.Json;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;

/** The sellers' passkeys (INV-4). Safe for concurrent use. */
public final class Passkeys {

    private final Map<String, List<Passkey>> bySeller = new HashMap<>();
    private final Set<Fault> faults;

    /** Nobody has one yet. */
    public Passkeys(Set<Fault> faults) {
        this.faults = faults;
    }

    /** Those that may answer for a seller. */
    public synchronized Collection<Passkey> answering(String seller) {
        if (faults.contains(Fault.ANY_SELLERS_PASSKEY_ANSWERS)) {
            return bySeller.values().stream().flatMap(List::stream).toList();
        }
        return of(seller);
    }

    /** Those of a seller. */
    public synchronized List<Passkey> of(String seller) {
        return List.copyOf(bySeller.getOrDefault(seller, List.of()));
    }

    /** One more of a seller. */
    public synchronized void add(String seller, Passkey passkey) {
        bySeller.computeIfAbsent(seller, s -> new ArrayList<>()).add(passkey);
    }

    /** One less; false where there was none. */
    public synchronized boolean remove(String seller, String credentialId) {
        return bySeller.getOrDefault(seller, new ArrayList<>())
                .removeIf(p -> p.credentialId().equals(credentialId));
    }

    /** As a page's {@code allow_credentials} (APR-8). */
    public ArrayNode descriptors(String seller) {
        return Json.list(of(seller).stream()
                .map(p -> Json.object().put("type", "public-key").put("id", p.credentialId()))
                .toList());
    }
}
