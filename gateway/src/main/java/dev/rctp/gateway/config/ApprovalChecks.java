package dev.rctp.gateway.config;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * Checks {@code approvals}, with what holds where nothing is given: that browsers let a seller answer at the page to which
 * {@code approval_url} leads (WebAuthn 5.1.3, Secure Contexts 3.1), and a time to answer.
 */
final class ApprovalChecks {

    private static final Duration SHORTEST = Duration.ofSeconds(30);
    private static final Duration LONGEST = Duration.ofDays(1);
    private static final String RP_ID = "/approvals/rp_id";
    private static final String ORIGINS = "/approvals/origins";

    /** Some of the domains that nobody owns, of the public suffix list; beside those without a dot. */
    private static final Pattern SUFFIX =
            Pattern.compile("(ac|co|com|edu|gov|net|org)\\.(au|br|cn|hk|id|il|in|jp|kr|mx|my|nz|sg|th|tr|tw|uk|za)");

    private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");

    private final JsonNode root;
    private final FaultList faults;
    private final Optional<URI> page;

    ApprovalChecks(JsonNode root, FaultList faults) {
        this.root = root;
        this.faults = faults;
        this.page = WebUrl.origin(root.at("/profile/url").stringValue(""));
    }

    void run() {
        origins(ORIGINS);
        origins("/approvals/embedding_origins");
        Durations.read(root.at("/approvals/timeout"))
                .filter(value -> value.compareTo(SHORTEST) < 0 || value.compareTo(LONGEST) > 0)
                .ifPresent(_ -> faults.add("/approvals/timeout", "must be from 30 seconds to one day"));
        page.ifPresent(this::answerable);
    }

    private void origins(String path) {
        JsonNode origins = root.at(path);
        for (int i = 0; i < origins.size(); i++) {
            origin(path + "/" + i, origins.path(i).stringValue(""));
        }
    }

    /** An origin is compared with what a browser writes, character by character. */
    private void origin(String path, String text) {
        Optional<URI> origin = WebUrl.origin(text).filter(_ -> WebUrl.isOrigin(text));
        if (origin.isEmpty() || text.endsWith("/")) {
            faults.add(path, "must be an origin such as https://shop.example");
        } else if (!origin.get().toString().equals(text)) {
            faults.add(path, "must be written as browsers do: " + origin.get());
        } else if (!WebUrl.isSecure(origin.get())) {
            faults.add(path, "must be https: elsewhere than on loopback browsers have no passkeys without it");
        }
    }

    private void answerable(URI own) {
        String rpId = root.at(RP_ID).stringValue(own.getHost());
        if (root.at(RP_ID).isString()) {
            ownedDomain(rpId, own.getHost());
        }
        JsonNode origins = root.at(ORIGINS);
        List<String> texts =
                origins.valueStream().map(origin -> origin.stringValue("")).toList();
        for (int i = 0; i < texts.size(); i++) {
            String host = WebUrl.origin(texts.get(i)).map(URI::getHost).orElse(rpId);
            if (!isOf(host, rpId)) {
                faults.add(ORIGINS + "/" + i, "must be of " + rpId + ", the domain of sellers' passkeys (rp_id)");
            }
        }
        if (origins.isArray() && !texts.contains(own.toString())) {
            faults.add(ORIGINS, "must have " + own + " among them, where approval_url leads (profile.url)");
        }
    }

    private void ownedDomain(String rpId, String host) {
        boolean owned = rpId.equals("localhost")
                || (rpId.contains(".") && !SUFFIX.matcher(rpId).matches());
        if (!owned || ADDRESS.matcher(rpId).matches()) {
            faults.add(RP_ID, "must be a domain of your own, such as shop.example");
        } else if (!isOf(host, rpId)) {
            faults.add(RP_ID, "must be " + host + ", the host of profile.url, or a domain above it");
        }
    }

    private static boolean isOf(String host, String domain) {
        return host.equals(domain) || host.endsWith("." + domain);
    }
}
