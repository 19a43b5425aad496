package dev.rctp.gateway.config;

import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.MalformedKeyException;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.time.Duration;
import tools.jackson.databind.JsonNode;

/** Checks {@code log}: a key that signs checkpoints, and a bearable interval (REC-7). */
final class LogChecks {

    private static final Duration SHORTEST = Duration.ofMinutes(1);
    private static final Duration LONGEST = Duration.ofDays(1);

    private final JsonNode root;
    private final JwkFiles files;
    private final TextValues texts;
    private final FaultList faults;

    LogChecks(JsonNode root, JwkFiles files, FaultList faults) {
        this.root = root;
        this.files = files;
        this.texts = new TextValues(root);
        this.faults = faults;
    }

    void run() {
        texts.each("/log/signing_key", this::signingKey);
        Durations.read(root.at("/log/interval"))
                .filter(value -> value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0)
                .ifPresent(_ -> faults.add("/log/interval", "must be from one minute to one day"));
    }

    private void signingKey(String path, String file) {
        files.read(path, file).ifPresent(jwk -> {
            try {
                if (Cryptography.select().signingKey(jwk).algorithm() != SignatureAlgorithm.ED25519) {
                    faults.add(path, "must hold a key for EdDSA (Ed25519)");
                }
            } catch (MalformedKeyException e) {
                faults.add(path, "must hold a private Ed25519 key as a JWK: " + e.getMessage());
            }
        });
    }
}
