package dev.rctp.gateway.config;

import dev.rctp.gateway.http.tls.IdentityReading;
import dev.rctp.gateway.http.tls.TlsIdentity;
import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import java.nio.file.Path;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Checks {@code listen}: where it is, under which names, and that its certificate can be shown. */
final class ListenChecks {

    private static final Pattern PORT = Pattern.compile(":([0-9]{1,5})$");

    private final JsonNode listen;
    private final Path folder;
    private final boolean filesAreThere;
    private final TextValues texts;
    private final FaultList faults;
    private final Instant now;

    /** Files that are not there are faults only where {@code filesAreThere}. */
    ListenChecks(JsonNode root, Path folder, boolean filesAreThere, FaultList faults, Instant now) {
        this.listen = root.path("listen");
        this.folder = folder;
        this.filesAreThere = filesAreThere;
        this.texts = new TextValues(root);
        this.faults = faults;
        this.now = now;
    }

    void run() {
        texts.elements("/listen/public_authorities", (path, authority) -> {
            Matcher port = PORT.matcher(authority);
            if (port.find() && Integer.parseInt(port.group(1)) > 65535) {
                faults.add(path, "has a port over 65535");
            }
        });
        if (!listen.has("tls")) {
            if (listen.path("http2").booleanValue(false)) {
                faults.add("/listen/http2", "needs listen.tls: without it only HTTP/1.1 is spoken");
            }
            return;
        }
        if (listen.path("scheme").stringValue(Defaults.SCHEME).equals("http")) {
            faults.add("/listen/scheme", "must be https where there is listen.tls");
        }
        certificate(listen.path("tls"));
    }

    private void certificate(JsonNode tls) {
        if (!tls.path("certificate").isString() || !tls.path("key").isString()) {
            return;
        }
        TlsIdentityFiles files = new TlsIdentityFiles(
                folder.resolve(tls.path("certificate").stringValue()),
                folder.resolve(tls.path("key").stringValue()));
        if (!filesAreThere && !files.anyExists()) {
            return;
        }
        switch (files.read(now)) {
            case TlsIdentity good -> {}
            case IdentityReading.Faulty(IdentityReading.Part part, String sentence) ->
                faults.add(part == IdentityReading.Part.KEY ? "/listen/tls/key" : "/listen/tls/certificate", sentence);
        }
    }
}
