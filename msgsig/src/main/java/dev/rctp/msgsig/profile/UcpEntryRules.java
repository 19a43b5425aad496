package dev.rctp.msgsig.profile;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** UCP's rules for the entries of one registry of a platform's profile. */
final class UcpEntryRules {

    /** A registry: a map of reverse-domain name to list of entries. */
    enum Kind {
        SERVICES,
        CAPABILITIES,
        PAYMENT_HANDLERS;

        /** The member of {@code ucp} that holds it. */
        String map() {
            return name().toLowerCase(Locale.ROOT);
        }

        /** What each of its entries has in a platform's profile, beside a version. */
        List<String> required() {
            return switch (this) {
                case SERVICES -> List.of("spec");
                case CAPABILITIES -> List.of("spec", "schema");
                case PAYMENT_HANDLERS -> List.of("id", "spec", "schema");
            };
        }
    }

    private static final Pattern NAME =
            Pattern.compile("[a-z](?:[a-z0-9-]*[a-z0-9])?(?:\\.[a-z0-9](?:[a-z0-9_-]*[a-z0-9_])?)+");
    private static final Pattern VERSION = Pattern.compile("\\d{4}-\\d{2}-\\d{2}");
    private static final Set<String> TRANSPORTS = Set.of("rest", "mcp", "a2a", "embedded");

    private final Kind kind;
    private final String version;
    private final List<ProfileFault> faults;

    UcpEntryRules(Kind kind, String version, List<ProfileFault> faults) {
        this.kind = kind;
        this.version = version;
        this.faults = faults;
    }

    /** Adds the faults of all its entries. */
    void registry(JsonNode registry) {
        registry.properties().forEach(member -> entries(member.getKey(), member.getValue()));
    }

    private void entries(String name, JsonNode entries) {
        String path = "/ucp/" + kind.map() + "/" + name.replace("~", "~0").replace("/", "~1");
        if (!NAME.matcher(name).matches()) {
            add(path, "The name is no reverse-domain name.", "Write it in lower case, such as com.example.thing.");
        }
        if (!entries.isArray()) {
            add(path, "It is not a list of entries.", "Put the entry into a list, [ ... ].");
            return;
        }
        for (int i = 0; i < entries.size(); i++) {
            entry(name, entries.path(i), path + "/" + i);
        }
    }

    private void entry(String name, JsonNode entry, String path) {
        if (!entry.isObject()) {
            add(path, "The entry is not an object.", "An entry has a version at least.");
            return;
        }
        version(name, entry, path);
        for (String member : List.of("spec", "schema", "endpoint")) {
            if ((!member.equals("endpoint") || kind == Kind.SERVICES)
                    && entry.has(member)
                    && !isUrl(entry.path(member))) {
                add(path + "/" + member, "The entry's " + member + " is not a URL.", "Write an absolute URL.");
            }
        }
        if (entry.has("id") && !entry.path("id").isString()) {
            add(path + "/id", "The entry's id is not a string.", "Write it in quotes.");
        }
        if (entry.has("config") && !entry.path("config").isObject()) {
            add(path + "/config", "The entry's config is not an object.", "Make it one.");
        }
        required(entry, path);
        switch (kind) {
            case SERVICES -> service(entry, path);
            case CAPABILITIES -> parents(entry, path);
            case PAYMENT_HANDLERS -> instruments(entry, path);
        }
    }

    private void version(String name, JsonNode entry, String path) {
        String own = entry.path("version").asString("");
        if (!entry.path("version").isString() || !VERSION.matcher(own).matches()) {
            add(path + "/version", "The entry has no version that is a date.", "Write it as YYYY-MM-DD.");
        } else if (name.startsWith("dev.ucp.") && !own.equals(version)) {
            add(
                    path + "/version",
                    "An entry of dev.ucp has another version than the profile.",
                    "Give it the profile's ucp.version.");
        }
    }

    private void required(JsonNode entry, String path) {
        for (String member : kind.required()) {
            if (!entry.has(member)) {
                add(path, "The entry has no " + member + ".", "UCP asks for it in a platform's profile.");
            }
        }
    }

    private void service(JsonNode entry, String path) {
        String transport = entry.path("transport").asString("");
        if (!TRANSPORTS.contains(transport)) {
            add(
                    path + "/transport",
                    "The service has no transport that UCP knows.",
                    "One of rest, mcp, a2a, embedded.");
        } else if (!transport.equals("a2a") && !entry.has("schema")) {
            add(path, "The entry has no schema.", "UCP asks for it with this transport in a platform's profile.");
        }
    }

    private void parents(JsonNode entry, String path) {
        JsonNode parents = entry.path("extends");
        boolean fine = parents.isMissingNode()
                || isName(parents)
                || (parents.isArray()
                        && !parents.isEmpty()
                        && parents.valueStream().allMatch(UcpEntryRules::isName));
        if (!fine) {
            add(path + "/extends", "extends names no capability.", "Write one reverse-domain name, or a list of them.");
        }
    }

    private void instruments(JsonNode entry, String path) {
        JsonNode instruments = entry.path("available_instruments");
        boolean fine = instruments.isMissingNode()
                || (instruments.isArray()
                        && !instruments.isEmpty()
                        && instruments.valueStream().allMatch(UcpEntryRules::isInstrument));
        if (!fine) {
            add(
                    path + "/available_instruments",
                    "available_instruments is no list of instruments with a type.",
                    "Leave it out where every instrument is available.");
        }
    }

    private static boolean isInstrument(JsonNode instrument) {
        return instrument.path("type").isString()
                && (!instrument.has("constraints")
                        || instrument.path("constraints").isObject());
    }

    private static boolean isName(JsonNode name) {
        return name.isString() && NAME.matcher(name.stringValue()).matches();
    }

    private static boolean isUrl(JsonNode url) {
        try {
            URI uri = new URI(url.asString(""));
            boolean web = "https".equalsIgnoreCase(uri.getScheme()) || "http".equalsIgnoreCase(uri.getScheme());
            return url.isString() && uri.isAbsolute() && (!web || uri.getHost() != null);
        } catch (URISyntaxException e) {
            return false;
        }
    }

    private void add(String path, String sentence, String mend) {
        faults.add(ProfileFault.ucp(path, sentence, mend));
    }
}
