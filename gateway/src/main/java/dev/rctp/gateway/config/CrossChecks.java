package dev.rctp.gateway.config;

import dev.rctp.msgsig.profile.ProfileUrl;
import dev.rctp.registries.Registries;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What a schema can't say of a configuration; passes over values of a wrong shape, which the schema has named. */
final class CrossChecks {

    private final Registries registries;
    private final JsonNode root;
    private final Path folder;
    private final boolean keysAreThere;
    private final TextValues texts;
    private final FaultList faults;

    CrossChecks(Registries registries, JsonNode root, Path folder, boolean keysAreThere, FaultList faults) {
        this.registries = registries;
        this.root = root;
        this.folder = folder;
        this.keysAreThere = keysAreThere;
        this.texts = new TextValues(root);
        this.faults = faults;
    }

    void run() {
        addresses();
        Instant now = InstantSource.system().instant();
        new ListenChecks(root, folder, keysAreThere, faults, now).run();
        new UpstreamChecks(root, folder, keysAreThere, faults, now).run();
        JwkFiles keys = new JwkFiles(folder, keysAreThere, faults);
        new ProfileChecks(root, keys, faults).run();
        new LogChecks(root, keys, faults).run();
        operators();
        texts.each("/authorization_server/issuer", this::issuer);
        new ActionChecks(registries.actions(), root, faults).run();
        termSets();
        encryptionKeys();
        new OfferChecks(root, faults).run();
        new ApprovalChecks(root, faults).run();
        store();
        texts.each("/webhooks/marketplace_url", this::webEndpoint);
        texts.each("/telemetry/otlp_endpoint", this::webEndpoint);
    }

    private void addresses() {
        texts.each("/listen/address", this::endpoint);
        texts.each("/management/address", this::endpoint);
    }

    private void endpoint(String path, String text) {
        if (Endpoint.parse(text).isEmpty()) {
            faults.add(path, "must be host:port with a port of at most 65535");
        }
    }

    private void webEndpoint(String path, String url) {
        if (!WebUrl.isEndpoint(url)) {
            faults.add(path, "must be http:// or https:// with a host, and without query, fragment and user");
        }
    }

    private void operators() {
        Set<String> profiles = new HashSet<>();
        for (int i = 0; i < root.path("operators").size(); i++) {
            texts.each("/operators/" + i + "/profile", (path, url) -> {
                String profile = ProfileUrl.normalize(url, allowsLoopback()).orElse(null);
                if (profile == null) {
                    faults.add(
                            path, "must be an https URL without fragment (http on loopback: allow_loopback_profiles)");
                } else if (!profiles.add(profile)) {
                    faults.add(path, "is the profile of an operator further up");
                }
            });
        }
    }

    private boolean allowsLoopback() {
        return root.path("allow_loopback_profiles").booleanValue(false);
    }

    private void issuer(String path, String url) {
        if (!WebUrl.isIdentifier(url, allowsLoopback())) {
            faults.add(
                    path,
                    "must be an https URL without query and fragment (http on loopback: allow_loopback_profiles)");
        }
    }

    private void termSets() {
        texts.elements("/terms/term_sets", (path, id) -> {
            if (!registries.termSets().containsKey(id)) {
                faults.add(path, "is not a registered term set");
            }
        });
    }

    private void encryptionKeys() {
        Set<String> ids = new HashSet<>();
        encryptionKey("/terms/encryption_key", ids);
        for (int i = 0; i < root.at("/terms/retired_encryption_keys").size(); i++) {
            encryptionKey("/terms/retired_encryption_keys/" + i, ids);
        }
    }

    private void encryptionKey(String key, Set<String> ids) {
        texts.each(key + "/key", (path, text) -> {
            if (!text.matches("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")) {
                faults.add(path, "must be 32 bytes in base64url without padding");
            }
        });
        texts.each(key + "/id", (path, id) -> {
            if (!ids.add(id)) {
                faults.add(path, "is the id of another encryption key");
            }
        });
    }

    private void store() {
        JsonNode store = root.path("store");
        boolean embedded = store.has("embedded");
        if (store.isObject() && !embedded && !store.has("url")) {
            faults.add("/store", "needs embedded or url");
        }
        for (String member : List.of("url", "user", "password")) {
            if (embedded && store.has(member)) {
                faults.add("/store/" + member, "does not go with embedded");
            } else if (store.has("url") && !store.has(member)) {
                faults.add("/store/" + member, "is required");
            }
        }
        texts.each("/store/url", (path, url) -> {
            if (url.matches(".*[?&](user|password)=.*")
                    || url.substring(url.indexOf("//") + 2).contains("@")) {
                faults.add(path, "must not carry user and password; they have members of their own");
            }
        });
    }
}
