package dev.rctp.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** What {@code rctp serve} is started with. */
final class GatewayFiles {

    /** The write that passes ungoverned (PRX-4), with the same body and fields as a governed one. */
    static final String UNGOVERNED_PATH = "/questions/q-4711/answers";

    private GatewayFiles() {}

    /**
     * Writes the key and the configuration; returns the configuration's file. JSON is YAML.
     *
     * @param storeUrl by which the gateway reaches the store
     */
    static Path write(
            Path folder, int port, int managementPort, Stubs stubs, Store store, String storeUrl, ObjectNode signingKey)
            throws IOException {
        Files.writeString(folder.resolve("gateway.jwk"), signingKey.toString());
        String url = "http://127.0.0.1:" + port;
        ObjectNode config = JsonNodeFactory.instance.objectNode();
        config.putObject("listen")
                .put("address", "127.0.0.1:" + port)
                .put("scheme", "http")
                .putArray("public_authorities")
                .add("127.0.0.1:" + port);
        config.putObject("management")
                .put("address", "127.0.0.1:" + managementPort)
                .put("bearer", "${BENCH_SECRET}");
        config.putObject("upstream").put("base_url", stubs.marketplace());
        config.putObject("profile")
                .put("url", url + "/.well-known/ucp")
                .put("resource", url)
                .put("signing_key", "gateway.jwk");
        config.putArray("operators")
                .addObject()
                .put("profile", stubs.profile())
                .put("name", "Bench Ops")
                .putArray("roles")
                .add("seller")
                .add("buyer");
        config.put("allow_loopback_profiles", true);
        config.putObject("authorization_server")
                .put("issuer", stubs.issuer())
                .put("client_id", "gateway")
                .put("client_secret", "${BENCH_SECRET}");
        config.putObject("ungoverned").putArray("writes").add("POST /questions/{question_id}/answers");
        ObjectNode limits = config.putObject("limits"); // one agent is all the load there is
        limits.putObject("address").put("enabled", false);
        limits.putObject("operator").put("rate", 100_000).put("burst", 100_000).put("concurrency", 512);
        config.putObject("terms").putObject("encryption_key").put("id", "bench").put("key", "${BENCH_TERMS_KEY}");
        config.putObject("store")
                .put("url", storeUrl)
                .put("user", store.user())
                .put("password", "${BENCH_STORE_PASSWORD}");
        Path file = folder.resolve("gateway.yaml");
        Files.write(file, (config.toPrettyString() + "\n").getBytes(StandardCharsets.UTF_8));
        return file;
    }

    /** The environment that the configuration's names stand for. */
    static Map<String, String> environment(Store store, String termsKey) {
        return Map.of(
                "BENCH_SECRET",
                "bench-secret-bench-secret",
                "BENCH_TERMS_KEY",
                termsKey,
                "BENCH_STORE_PASSWORD",
                store.password());
    }
}
