package dev.rctp.msgsig.profile;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * {@code ucp.capabilities}: a map of name to list of entries. An entry whose {@code schema} is not hosted by the owner of its name
 * counts as absent (UCP's authority binding).
 */
final class Capabilities {

    private final JsonNode map;

    Capabilities(JsonNode map) {
        this.map = map;
    }

    /**
     * A capability's configuration.
     *
     * @param path its JSON Pointer in the document
     * @param values its members
     */
    record Config(String path, JsonNode values) {}

    /** The {@code config} of the first entry of this name that counts and has one. */
    Optional<Config> config(String name) {
        JsonNode entries = map.path(name);
        for (int i = 0; i < entries.size(); i++) {
            JsonNode entry = entries.path(i);
            if (isBound(name, entry.path("schema")) && entry.path("config").isObject()) {
                return Optional.of(new Config("/ucp/capabilities/" + name + "/" + i + "/config", entry.path("config")));
            }
        }
        return Optional.empty();
    }

    private static boolean isBound(String name, JsonNode schema) {
        if (schema.isMissingNode()) {
            return true;
        }
        String owner = owner(schema.asString(""));
        return owner.contains(".") && (name.equals(owner) || name.startsWith(owner + "."));
    }

    /** The reversed labels of the host; empty for what is no https URL without userinfo. */
    private static String owner(String schema) {
        try {
            URI uri = new URI(schema);
            if (!"https".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null || uri.getRawUserInfo() != null) {
                return "";
            }
            List<String> labels =
                    Arrays.asList(uri.getHost().toLowerCase(Locale.ROOT).split("\\."));
            Collections.reverse(labels);
            return String.join(".", labels);
        } catch (URISyntaxException e) {
            return "";
        }
    }
}
