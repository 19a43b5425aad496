package dev.rctp.grant;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The gateway's own name and secret at the authorization server; its text form shows neither the secret nor the header. */
public final class ClientCredentials {

    private final String id;
    private final String basic;

    /**
     * Credentials from the configuration.
     *
     * @param id the client id
     * @param secret the client secret
     */
    public ClientCredentials(String id, String secret) {
        this.id = id;
        this.basic = encode(id, secret);
    }

    /** What follows {@code Basic} in the Authorization field: both parts form-encoded, then base64 (RFC 6749 2.3.1). */
    String basic() {
        return basic;
    }

    private static String encode(String id, String secret) {
        String pair =
                URLEncoder.encode(id, StandardCharsets.UTF_8) + ":" + URLEncoder.encode(secret, StandardCharsets.UTF_8);
        return Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8));
    }

    @Override
    public String toString() {
        return "ClientCredentials[" + id + "]";
    }
}
