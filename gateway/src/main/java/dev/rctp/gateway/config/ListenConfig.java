package dev.rctp.gateway.config;

import dev.rctp.gateway.http.tls.TlsIdentityFiles;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The port that agents call.
 *
 * @param address where it listens
 * @param scheme what the agents' URLs begin with, also behind a TLS-terminating proxy: https, or else http
 * @param publicAuthorities the authorities agents sign for (SIG-5), host in lower case, the scheme's default port dropped
 * @param tls the certificate and key of the gateway's own TLS; null for cleartext, where TLS ends in front of it or nowhere
 * @param http2 whether HTTP/2 is spoken beside HTTP/1.1; over TLS only
 */
public record ListenConfig(
        Endpoint address,
        String scheme,
        Set<String> publicAuthorities,
        @Nullable TlsIdentityFiles tls,
        boolean http2) {

    /** Keeps its own copy of the authorities. */
    public ListenConfig {
        publicAuthorities = Set.copyOf(publicAuthorities);
    }
}
