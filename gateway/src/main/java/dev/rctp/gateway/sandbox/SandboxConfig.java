package dev.rctp.gateway.sandbox;

import dev.rctp.gateway.sandbox.operators.HostedOperator;
import dev.rctp.msgsig.Cryptography;
import dev.rctp.msgsig.SignatureAlgorithm;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** TEST ONLY: writes the configuration that the sandbox's gateway is started with, an ordinary file that {@code rctp serve} takes. */
final class SandboxConfig {

    /** The gateway's name at the authorization server. */
    static final String CLIENT_ID = "gateway";

    private static final JsonMapper JSON = JsonMapper.builder().build();
    private static final String KEY_FILE = "gateway-key.jwk";
    private static final String LOG_KEY_FILE = "gateway-log-key.jwk";
    private static final String NEXT_KEY_FILE = "gateway-next-key.jwk";

    private final Path state;
    private final SecureRandom random;

    SandboxConfig(Path state, SecureRandom random) {
        this.state = state;
        this.random = random;
    }

    /** The secrets, made once and kept in the state folder for its owner alone. */
    Map<String, String> secrets() throws IOException {
        Path file = state.resolve("secrets.json");
        if (!Files.exists(file)) {
            ObjectNode made = JSON.createObjectNode();
            made.put("RCTP_MANAGEMENT_SECRET", secret())
                    .put("RCTP_CLIENT_SECRET", secret())
                    .put("RCTP_TERMS_KEY", secret());
            ownersOnly(file, JSON.writeValueAsBytes(made));
        }
        Map<String, String> secrets = new TreeMap<>();
        JSON.readTree(Files.readAllBytes(file))
                .properties()
                .forEach(
                        secret -> secrets.put(secret.getKey(), secret.getValue().asString()));
        return secrets;
    }

    /** Makes the gateway's private key, the one to rotate to, and its log's, where there is none yet. */
    void keepSigningKeys(Cryptography cryptography) throws IOException {
        keep(KEY_FILE, cryptography, SignatureAlgorithm.ES256);
        keep(NEXT_KEY_FILE, cryptography, SignatureAlgorithm.ES256);
        keep(LOG_KEY_FILE, cryptography, SignatureAlgorithm.ED25519);
    }

    private void keep(String name, Cryptography cryptography, SignatureAlgorithm algorithm) throws IOException {
        Path file = state.resolve(name);
        if (!Files.exists(file)) {
            ownersOnly(file, JSON.writeValueAsBytes(cryptography.generateJwk(algorithm)));
        }
    }

    /** Writes {@code gateway.yaml}. JSON is YAML. */
    Path write(SandboxAddresses addresses, SandboxPorts ports, List<HostedOperator> operators) throws IOException {
        ObjectNode config = JSON.createObjectNode();
        config.put("gateway_id", "sandbox");
        config.putObject("listen")
                .put("address", "127.0.0.1:" + ports.gateway())
                .put("scheme", "http")
                .putArray("public_authorities")
                .add("localhost:" + ports.gateway())
                .add("127.0.0.1:" + ports.gateway());
        config.putObject("management")
                .put("address", "127.0.0.1:" + ports.management())
                .put("bearer", "${RCTP_MANAGEMENT_SECRET}")
                .put("debug_page", true);
        config.putObject("upstream").put("base_url", addresses.marketplace());
        config.putObject("profile")
                .put("url", addresses.gateway() + "/.well-known/ucp")
                .put("resource", addresses.gateway())
                .put("signing_key", KEY_FILE)
                .putArray("retired_keys")
                .add(state.resolve(NEXT_KEY_FILE).toAbsolutePath().toString());
        config.putObject("log")
                .put("signing_key", state.resolve(LOG_KEY_FILE).toAbsolutePath().toString())
                .put("origin", URI.create(addresses.gateway()).getRawAuthority());
        var onboarded = config.putArray("operators");
        for (HostedOperator operator : operators) {
            ObjectNode entry =
                    onboarded.addObject().put("profile", operator.profile()).put("name", shownName(operator));
            operator.roles().forEach(entry.putArray("roles")::add);
        }
        config.put("allow_loopback_profiles", true);
        config.putObject("authorization_server")
                .put("issuer", addresses.authorizationServer())
                .put("client_id", CLIENT_ID)
                .put("client_secret", "${RCTP_CLIENT_SECRET}");
        config.putObject("terms")
                .putObject("encryption_key")
                .put("id", "sandbox-1")
                .put("key", "${RCTP_TERMS_KEY}");
        config.putObject("webhooks").put("marketplace_url", addresses.operators() + "/marketplace/webhooks");
        config.putObject("store").put("embedded", "database");
        Path file = state.resolve("gateway.yaml");
        Files.write(file, (config.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
        return file;
    }

    /** What sellers' pages call it; what a guest calls itself may change any time. */
    private static String shownName(HostedOperator operator) {
        return operator.agents().isEmpty() ? operator.name() : operator.legalEntity();
    }

    private String secret() {
        byte[] bytes = new byte[32];
        random.nextBytes(bytes);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private static void ownersOnly(Path file, byte[] content) throws IOException {
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.write(file, content);
    }
}
