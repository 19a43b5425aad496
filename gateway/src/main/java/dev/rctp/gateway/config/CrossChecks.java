package dev.rctp.gateway.config;

import dev.rctp.msgsig.profile.ProfileUrl;
import dev.rctp.registries.Registries;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;

/** What a schema can't say of a configuration; passes over values of a wrong shape, which the schema has named. */
final class CrossChecks {

    private static final Duration LONGEST_OFFER = Duration.ofDays(7);

    private final Registries registries;
    private final JsonNode root;
    private final Path folder;
    private final FaultList faults;

    CrossChecks(Registries registries, JsonNode root, Path folder, FaultList faults) {
        this.registries = registries;
        this.root = root;
        this.folder = folder;
        this.faults = faults;
    }

    void run() {
        addresses();
        upstream();
        profile();
        operators();
        each("/authorization_server/issuer", this::issuer);
        new ActionChecks(registries.actions(), root, faults).run();
        termSets();
        encryptionKeys();
        store();
    }

    private void addresses() {
        each("/listen/address", this::endpoint);
        each("/management/address", this::endpoint);
        elements("/listen/public_authorities", (path, authority) -> {
            if (!Authority.isPossible(authority)) {
                faults.add(path, "has a port over 65535");
            }
        });
    }

    private void endpoint(String path, String text) {
        if (Endpoint.parse(text).isEmpty()) {
            faults.add(path, "must be host:port with a port of at most 65535");
        }
    }

    private void upstream() {
        each("/upstream/base_url", (path, url) -> {
            if (!WebUrl.isOrigin(url)) {
                faults.add(path, "must be http:// or https:// with a host and perhaps a port, and nothing else");
            }
        });
        each("/upstream/authenticate", (path, way) -> {
            if (way.equals("mtls")) {
                faults.add(path, "mtls is not available yet; use signature");
            }
        });
    }

    private void profile() {
        each("/profile/url", (path, url) -> {
            if (ProfileUrl.parse(url, allowsLoopback()).isEmpty()) {
                faults.add(path, "must be an https URL without fragment");
            }
        });
        each("/profile/resource", (path, url) -> {
            if (!WebUrl.isIdentifier(url)) {
                faults.add(path, "must be an https URL without query and fragment");
            }
        });
        each("/profile/signing_key", this::readable);
        elements("/profile/retired_keys", this::readable);
        offerExpiry();
    }

    private void offerExpiry() {
        JsonNode expiry = root.at("/profile/capabilities/offer_expiry");
        Duration standing = Durations.read(expiry.path("default")).orElse(Defaults.OFFER_EXPIRY);
        Duration longest = Durations.read(expiry.path("max")).orElse(Defaults.MAX_OFFER_EXPIRY);
        if (longest.compareTo(LONGEST_OFFER) > 0) {
            faults.add("/profile/capabilities/offer_expiry/max", "must be at most 7 days (OFF-4)");
        } else if (standing.compareTo(longest) > 0) {
            faults.add("/profile/capabilities/offer_expiry/default", "must not be longer than max");
        }
    }

    private void readable(String path, String file) {
        if (!Files.isReadable(folder.resolve(file)) || !Files.isRegularFile(folder.resolve(file))) {
            faults.add(path, "must name a file that can be read");
        }
    }

    private void operators() {
        Set<String> profiles = new HashSet<>();
        for (int i = 0; i < root.path("operators").size(); i++) {
            each("/operators/" + i + "/profile", (path, url) -> {
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
        if (!WebUrl.isIdentifier(url)) {
            faults.add(path, "must be an https URL without query and fragment (http on loopback only)");
        }
    }

    private void termSets() {
        elements("/terms/term_sets", (path, id) -> {
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
        each(key + "/key", (path, text) -> {
            if (!text.matches("[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]")) {
                faults.add(path, "must be 32 bytes in base64url without padding");
            }
        });
        each(key + "/id", (path, id) -> {
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
        each("/store/url", (path, url) -> {
            if (url.matches(".*[?&](user|password)=.*")
                    || url.substring(url.indexOf("//") + 2).contains("@")) {
                faults.add(path, "must not carry user and password; they have members of their own");
            }
        });
    }

    /** Runs the check if there is a string at the path. */
    private void each(String path, BiConsumer<String, String> check) {
        JsonNode value = root.at(path);
        if (value.isString()) {
            check.accept(path, value.stringValue());
        }
    }

    private void elements(String list, BiConsumer<String, String> check) {
        for (int i = 0; i < root.at(list).size(); i++) {
            each(list + "/" + i, check);
        }
    }
}
