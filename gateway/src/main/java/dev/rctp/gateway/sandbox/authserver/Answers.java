package dev.rctp.gateway.sandbox.authserver;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** TEST ONLY: how the answers to one request are sent back: with its {@code state} and our {@code iss} (RFC 9207). */
record Answers(String issuer, String redirectUri, @Nullable String state) {

    /** The redirect that carries these parameters. */
    String location(Map<String, String> parameters) {
        Map<String, String> all = new LinkedHashMap<>(parameters);
        if (state != null) {
            all.put("state", state);
        }
        all.put("iss", issuer);
        return RedirectUris.with(redirectUri, all);
    }
}
