package dev.rctp.gateway.sandbox;

import dev.rctp.gateway.sandbox.loopback.Journal;
import dev.rctp.gateway.sandbox.loopback.TestKey;
import dev.rctp.msgsig.Cryptography;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: one software passkey for each seller, the same after each restart. */
public final class SellerPasskeys {

    private final Map<String, SellerPasskey> bySub = new LinkedHashMap<>();

    /**
     * The passkeys of these sellers, made where the state has none.
     *
     * @param state the folder that keeps them; null keeps them in memory
     */
    public SellerPasskeys(List<String> subs, Cryptography cryptography, SecureRandom random, @Nullable Path state)
            throws IOException {
        Journal journal = Journal.in(state, "passkeys.jsonl");
        journal.replay(entry -> remember(entry, cryptography));
        for (String sub : subs) {
            if (!bySub.containsKey(sub)) {
                ObjectNode entry = fresh(sub, cryptography, random);
                journal.append(entry);
                remember(entry, cryptography);
            }
        }
        bySub.keySet().retainAll(subs);
    }

    /** All of them, in the sellers' order. */
    public List<SellerPasskey> all() {
        return List.copyOf(bySub.values());
    }

    private static ObjectNode fresh(String sub, Cryptography cryptography, SecureRandom random) {
        byte[] id = new byte[16];
        random.nextBytes(id);
        ObjectNode entry = JsonNodeFactory.instance
                .objectNode()
                .put("sub", sub)
                .put("credential_id", Base64.getUrlEncoder().withoutPadding().encodeToString(id));
        entry.set("key", TestKey.generate(cryptography).privateJwk());
        return entry;
    }

    private void remember(ObjectNode entry, Cryptography cryptography) {
        String sub = entry.get("sub").stringValue();
        TestKey key = TestKey.of((ObjectNode) entry.get("key"), cryptography);
        bySub.put(sub, new SellerPasskey(sub, entry.get("credential_id").stringValue(), key));
    }
}
