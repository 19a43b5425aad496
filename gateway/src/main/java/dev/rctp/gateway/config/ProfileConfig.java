package dev.rctp.gateway.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;

/**
 * The gateway's own profile (DIS-1) and resource (DIS-2).
 *
 * @param url the profile's URL, which names the gateway
 * @param resource the RFC 9728 resource identifier, byte for byte as configured
 * @param signingKey file with the private JWK that signs now
 * @param retiredKeys files with JWKs that signed before; the profile goes on to publish their public parts (REC-5)
 */
public record ProfileConfig(URI url, String resource, Path signingKey, List<Path> retiredKeys) {

    /** Keeps its own copy of the files' names. */
    public ProfileConfig {
        retiredKeys = List.copyOf(retiredKeys);
    }
}
