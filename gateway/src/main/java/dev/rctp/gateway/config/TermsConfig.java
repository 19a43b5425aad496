package dev.rctp.gateway.config;

import dev.rctp.terms.SealingKey;
import dev.rctp.terms.SealingKeys;
import java.util.List;
import java.util.Set;

/**
 * How terms are taken and kept (LST-1, LST-4).
 *
 * @param termSets the names of the term sets that sellers may use
 * @param encryptionKey seals private terms now
 * @param retiredEncryptionKeys open what was sealed before
 */
public record TermsConfig(
        Set<String> termSets, EncryptionKey encryptionKey, List<EncryptionKey> retiredEncryptionKeys) {

    /** Keeps its own copies. */
    public TermsConfig {
        termSets = Set.copyOf(termSets);
        retiredEncryptionKeys = List.copyOf(retiredEncryptionKeys);
    }

    /** The keys as terms are sealed and opened with them. */
    public SealingKeys sealingKeys() {
        return new SealingKeys(
                encryptionKey.sealing(),
                retiredEncryptionKeys.stream().map(EncryptionKey::sealing).toList());
    }

    /**
     * A key for AES-256-GCM.
     *
     * @param id stands beside everything that the key seals
     * @param key 32 bytes in base64url
     */
    public record EncryptionKey(String id, Secret key) {

        private SealingKey sealing() {
            return new SealingKey(id, key.reveal());
        }
    }
}
