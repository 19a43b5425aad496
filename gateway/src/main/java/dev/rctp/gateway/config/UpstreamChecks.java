package dev.rctp.gateway.config;

import dev.rctp.gateway.http.tls.IdentityReading;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import dev.rctp.gateway.http.tls.TrustReading;
import dev.rctp.gateway.http.tls.TrustedIssuers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Locale;
import tools.jackson.databind.JsonNode;

/** Checks {@code upstream}: its address is an origin, its TLS files can be used, and mTLS has a certificate to show (PRX-6). */
final class UpstreamChecks {

    private static final String CERTIFICATE = "/upstream/tls/certificate";
    private static final String KEY = "/upstream/tls/key";

    private final JsonNode root;
    private final Path folder;
    private final boolean filesAreThere;
    private final TextValues texts;
    private final FaultList faults;
    private final Instant now;

    /** Files that are not there are faults only where {@code filesAreThere}. */
    UpstreamChecks(JsonNode root, Path folder, boolean filesAreThere, FaultList faults, Instant now) {
        this.root = root;
        this.folder = folder;
        this.filesAreThere = filesAreThere;
        this.texts = new TextValues(root);
        this.faults = faults;
        this.now = now;
    }

    void run() {
        texts.each("/upstream/base_url", (path, url) -> {
            if (!WebUrl.isOrigin(url)) {
                faults.add(path, "must be http:// or https:// with a host and perhaps a port, and nothing else");
            }
        });
        if (root.at("/upstream/tls").isObject() && !isHttps()) {
            faults.add("/upstream/tls", "needs a base_url that begins with https://");
        }
        texts.each("/upstream/authenticate", (path, way) -> {
            if (way.equals("mtls") && !(isHttps() && root.at(CERTIFICATE).isString())) {
                faults.add(path, "mtls needs an https base_url, tls.certificate and tls.key");
            }
        });
        texts.each("/upstream/tls/trust", this::trust);
        identity();
    }

    private boolean isHttps() {
        return root.at("/upstream/base_url")
                .stringValue("")
                .toLowerCase(Locale.ROOT)
                .startsWith("https://");
    }

    private void trust(String path, String file) {
        if (!filesAreThere && !Files.exists(folder.resolve(file))) {
            return;
        }
        if (TrustedIssuers.read(folder.resolve(file)) instanceof TrustReading.Faulty(String sentence)) {
            faults.add(path, sentence);
        }
    }

    private void identity() {
        String certificate = root.at(CERTIFICATE).stringValue("");
        String key = root.at(KEY).stringValue("");
        if (certificate.isEmpty() != key.isEmpty()) {
            faults.add(key.isEmpty() ? KEY : CERTIFICATE, "is required: certificate and key go together");
        }
        if (certificate.isEmpty() || key.isEmpty()) {
            return;
        }
        TlsIdentityFiles files = new TlsIdentityFiles(folder.resolve(certificate), folder.resolve(key));
        if (!filesAreThere && !files.anyExists()) {
            return;
        }
        if (files.read(now) instanceof IdentityReading.Faulty(IdentityReading.Part part, String sentence)) {
            faults.add(part == IdentityReading.Part.KEY ? KEY : CERTIFICATE, sentence);
        }
    }
}
